package dev.bailiwick.benchmarks;

import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedUUID;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/// What a new id costs, alone and while a second thread makes ids as well. Threads that do not get in each other's way show
/// the same time for both.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
public class IdGenerationBenchmark {
    private final ShardIdentifier shard = ShardIdentifier.of(1, 2);

    @Benchmark
    @Threads(1)
    public ShardedUUID shardedUuidWith1Thread() {
        return ShardedUUID.generate(shard);
    }

    @Benchmark
    @Threads(2)
    public ShardedUUID shardedUuidWith2Threads() {
        return ShardedUUID.generate(shard);
    }

    @Benchmark
    @Threads(1)
    public UUID randomUuidWith1Thread() {
        return UUID.randomUUID();
    }

    @Benchmark
    @Threads(2)
    public UUID randomUuidWith2Threads() {
        return UUID.randomUUID();
    }
}
