package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateDetails;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.spi.HashChain;
import java.time.Instant;

/// All that must be known of an aggregate to decide about it. Immutable.
record Head(long version, long firstVersion, AggregateState state, Hash256 hash, long lastWriteMs) {

    boolean isLive() {
        return state == AggregateState.LIVE;
    }

    Hash256 digest(AggregateKey key, HashChain chain) {
        return chain.head(key, version, hash, firstVersion, state);
    }

    AggregateDetails details(AggregateKey key) {
        return new AggregateDetails(key, version, firstVersion, state, Instant.ofEpochMilli(lastWriteMs));
    }
}
