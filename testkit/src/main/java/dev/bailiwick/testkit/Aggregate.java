package dev.bailiwick.testkit;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateDetails;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.spi.HashChain;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// One stream with all that ever happened to it; what is trimmed or deleted stays here unreadable. Guarded by the store's
/// lock.
final class Aggregate {
    private final AggregateKey key;
    private final List<StoredEvent> events = new ArrayList<>();
    private Hash256 hash;
    private long firstVersion = 1;
    private AggregateState state = AggregateState.LIVE;
    private Instant lastWriteAt = Instant.EPOCH;

    Aggregate(AggregateKey key, HashChain chain) {
        this.key = key;
        this.hash = chain.genesis(key);
    }

    AggregateKey key() {
        return key;
    }

    long version() {
        return events.size();
    }

    Hash256 hash() {
        return hash;
    }

    long firstVersion() {
        return firstVersion;
    }

    AggregateState state() {
        return state;
    }

    boolean isLive() {
        return state == AggregateState.LIVE;
    }

    StoredEvent event(long version) {
        return events.get(Math.toIntExact(version - 1));
    }

    AggregateDetails details() {
        return new AggregateDetails(key, version(), firstVersion, state, lastWriteAt);
    }

    void append(StoredEvent event, Instant now) {
        state = AggregateState.LIVE;
        events.add(event);
        hash = event.hash();
        lastWriteAt = now;
    }

    void trim(long keepFromVersion, Instant now) {
        firstVersion = keepFromVersion;
        lastWriteAt = now;
    }

    void delete(AggregateState deleted, Instant now) {
        firstVersion = version() + 1;
        state = deleted;
        lastWriteAt = now;
    }

    long erase() {
        return events.stream().filter(StoredEvent::erase).count();
    }

    Hash256 digest(HashChain chain) {
        return chain.head(key, version(), hash, firstVersion, state);
    }

    /// The first version that does not fit its chain; 0 if all do.
    long firstDamagedVersion(HashChain chain) {
        var previous = chain.genesis(key);
        for (long version = 1; version <= version(); version++) {
            if (!event(version).isIntact(previous, chain)) {
                return version;
            }
            previous = event(version).hash();
        }
        return 0;
    }
}
