package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import java.util.Map;
import java.util.Set;

/// Nothing goes but the payloads of some aggregates.
///
/// @param through up to which version, for each
record ErasingFates(Map<AggregateKey, Long> through) implements Rewriting.Fates {
    @Override
    public void prepare(Set<AggregateKey> keys) {
        // all is known
    }

    @Override
    public long firstKept(AggregateKey key) {
        return 0;
    }

    @Override
    public boolean isOver(AggregateKey key) {
        return false;
    }

    @Override
    public long erasedThrough(AggregateKey key) {
        return through.getOrDefault(key, 0L);
    }

    @Override
    public boolean remembers(long bucket) {
        return true;
    }
}
