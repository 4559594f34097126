package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateState;
import java.io.IOException;
import java.util.Map;
import java.util.Set;

/// Everything goes that nobody can read any more. Only trims and deletions in finished segments count: when the index is made anew from
/// those, they must tell the heads of all aggregates as they were at their end. For one rewriting.
final class ReclaimingFates implements Rewriting.Fates {
    private final SealedIndex index;
    private final long firstBucket;
    private Map<AggregateKey, Head> heads = Map.of();

    /// @param firstBucket of the commands that are still remembered
    ReclaimingFates(SealedIndex index, long firstBucket) {
        this.index = index;
        this.firstBucket = firstBucket;
    }

    @Override
    public void prepare(Set<AggregateKey> keys) throws IOException {
        heads = index.heads(keys);
    }

    @Override
    public long firstKept(AggregateKey key) {
        return head(key).firstVersion();
    }

    @Override
    public boolean isOver(AggregateKey key) {
        return head(key).state() == AggregateState.DELETED;
    }

    @Override
    public long erasedThrough(AggregateKey key) {
        return 0;
    }

    @Override
    public boolean remembers(long bucket) {
        return bucket >= firstBucket;
    }

    private Head head(AggregateKey key) {
        var head = heads.get(key);
        if (head == null) {
            throw new IllegalStateException("the log has events of " + key + " and the index does not know it");
        }
        return head;
    }
}
