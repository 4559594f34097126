package dev.bailiwick.engine;

import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.ErrorKind;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;

/// Counts what a shard does. Its thread counts and anybody reads: numbers are written without a barrier, so that counting costs little more
/// than adding, and a reader sees a number of a moment ago.
///
/// How long requests wait is measured for one in [#SAMPLED], chosen at random: reading a clock for each would cost more than all the rest.
final class ShardMeter {
    static final int SAMPLED = 16;

    /// For measuring what counting costs: with this property set to `off` when a store is opened, it counts nothing.
    private static final String SWITCH = "bailiwick.engine.metrics";
    /// Between the numbers of two shards, whose threads would hold each other up if they wrote to the same line of a processor's cache.
    private static final int APART = 16;

    private final boolean counting;
    private final PartitionMeter partitions;
    private final AtomicLongArray counts = new AtomicLongArray(ShardCount.values().length + 2 * APART);
    private final Buckets flushes = Buckets.ofTimes();
    private final Buckets groups = Buckets.ofRequests();
    private final Buckets waits = Buckets.ofTimes();

    private ShardMeter(boolean counting, PartitionMeter partitions) {
        this.counting = counting;
        this.partitions = partitions;
    }

    static ShardMeter of(PartitionMeter partitions) {
        return new ShardMeter(!"off".equals(System.getProperty(SWITCH)), partitions);
    }

    /// Work comes to the shard; called by who brings it.
    void comes(Work<?> work) {
        if (counting && ThreadLocalRandom.current().nextInt(SAMPLED) == 0) {
            work.cameAt(System.nanoTime());
        }
    }

    /// The shard's thread turns to the work.
    void taken(Work<?> work) {
        if (work.cameAtNanos() != 0) {
            waits.add(System.nanoTime() - work.cameAtNanos());
        }
    }

    /// The work was decided, one way or the other.
    void decided(Work<?> work) {
        var refusal = work.refusal();
        if (refusal != null) {
            boolean conflict = refusal instanceof BailiwickException e && e.code().kind() == ErrorKind.CONFLICT;
            add(conflict ? ShardCount.CONFLICTS : ShardCount.REFUSALS, 1);
        } else if (work.result() instanceof AppendResult result && result.duplicate()) {
            add(ShardCount.DUPLICATES, 1);
        }
    }

    void appended(Append append) {
        if (!counting) {
            return;
        }
        add(ShardCount.APPENDS, 1);
        add(ShardCount.EVENTS, append.hashes().length);
        var prepared = append.prepared();
        int start = 0;
        for (int i = 0; i < append.streams(); i++) {
            int end = prepared.bodyEnds()[i];
            partitions.add(prepared.partitions()[i], append.events(i), end - start);
            start = end;
        }
    }

    void imported(ImportedEvents imported) {
        if (counting) {
            add(ShardCount.EVENTS, imported.events());
            partitions.add(imported.place().partition(), imported.events(), imported.bodies().length);
        }
    }

    /// A group was written and flushed.
    void flushed(int requests, long nanos) {
        if (counting) {
            groups.add(requests);
            flushes.add(nanos);
        }
    }

    void add(ShardCount count, long by) {
        if (counting) {
            int at = at(count);
            counts.setOpaque(at, counts.getPlain(at) + by);
        }
    }

    long count(ShardCount count) {
        return counts.getOpaque(at(count));
    }

    @SuppressWarnings("EnumOrdinal") // an index into memory, never kept
    private static int at(ShardCount count) {
        return APART + count.ordinal();
    }

    Buckets flushes() {
        return flushes;
    }

    Buckets groups() {
        return groups;
    }

    Buckets waits() {
        return waits;
    }
}
