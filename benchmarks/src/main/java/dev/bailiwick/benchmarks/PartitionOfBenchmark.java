package dev.bailiwick.benchmarks;

import dev.bailiwick.placement.PartitionMap;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// What it costs to find the partition of an id, for a partition count that is a power of two and for one that is not.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
public class PartitionOfBenchmark {
    private static final int IDS = 1_024;

    @Param({"4096", "4100"})
    public int partitionCount;

    private final UUID[] ids = new UUID[IDS];
    private PartitionMap map = PartitionMap.initial(0, 4);
    private BigInteger count = BigInteger.ONE;
    private int next;

    @Setup
    public void setUp() {
        var random = new Random(42);
        for (int i = 0; i < IDS; i++) {
            ids[i] = new UUID(random.nextLong(), random.nextLong());
        }
        map = PartitionMap.initial(0, 4, partitionCount);
        count = BigInteger.valueOf(partitionCount);
    }

    @Benchmark
    public int partitionOf() {
        return map.partitionOf(nextId());
    }

    @Benchmark
    public int bigInteger() {
        var id = nextId();
        var bytes = ByteBuffer.allocate(16).putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
        return new BigInteger(1, bytes.array()).mod(count).intValue();
    }

    /// What the loop over ids costs by itself, to be subtracted.
    @Benchmark
    public UUID nothing() {
        return nextId();
    }

    private UUID nextId() {
        next = (next + 1) & (IDS - 1);
        return ids[next];
    }
}
