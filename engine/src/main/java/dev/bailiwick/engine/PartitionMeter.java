package dev.bailiwick.engine;

import java.util.concurrent.atomic.AtomicLongArray;

/// How much was written to each partition since the store was opened. Each partition is counted by the thread of its shard, and anybody
/// reads.
final class PartitionMeter {
    private static final int NUMBERS = 2;

    /// Events and bytes of each partition, side by side.
    private final AtomicLongArray written;
    private final AtomicLongArray lastSequences;

    /// @param lastSequences the last durable commit of each partition
    PartitionMeter(AtomicLongArray lastSequences) {
        this.written = new AtomicLongArray(lastSequences.length() * NUMBERS);
        this.lastSequences = lastSequences;
    }

    void add(int partition, int events, int bytes) {
        int at = partition * NUMBERS;
        written.setOpaque(at, written.getPlain(at) + events);
        written.setOpaque(at + 1, written.getPlain(at + 1) + bytes);
    }

    int count() {
        return lastSequences.length();
    }

    long events(int partition) {
        return written.getOpaque(partition * NUMBERS);
    }

    PartitionWrites of(int partition) {
        return new PartitionWrites(partition, lastSequences.get(partition), events(partition),
                written.getOpaque(partition * NUMBERS + 1));
    }
}
