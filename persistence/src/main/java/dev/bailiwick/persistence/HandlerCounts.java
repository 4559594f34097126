package dev.bailiwick.persistence;

import java.util.concurrent.atomic.LongAdder;

/// What this process has done for one handler on one shard. Thread-safe.
final class HandlerCounts {
    final LongAdder delivered = new LongAdder();
    final LongAdder failed = new LongAdder();
    final LongAdder retried = new LongAdder();
    final LongAdder parked = new LongAdder();
}
