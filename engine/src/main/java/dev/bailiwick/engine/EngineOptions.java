package dev.bailiwick.engine;

import dev.bailiwick.placement.RoutingRule;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalInt;

/// How to open an embedded store. What is not given comes from the store, or for a new one from the defaults: one shard for
/// each core, at most 64; routing by aggregate id; the usual partition count.
///
/// @param segmentBytes the size of the files of the log; 64 MiB if nothing is said, less where many shards share the memory
/// @param memoryBytes what the store may use for index and caches, on the heap and outside of it
/// @param commandWindow for how long command ids are remembered
/// @param commandBytes how much of the indexes command ids may take; where that is not enough the window becomes shorter
/// @param queueRequests how many requests may wait at one shard
/// @param queueBytes how many bytes of events may wait at one shard
/// @param appendWait how long a blocking append waits for room in that queue
/// @param compactionBytesPerSecond what compaction in the background may read and write; 0 for none
public record EngineOptions(Path directory, OptionalInt shards, OptionalInt partitions,
        Optional<RoutingRule> routingRule,
        OptionalInt segmentBytes, long memoryBytes, Duration commandWindow, long commandBytes, int queueRequests,
        int queueBytes, Duration appendWait,
        InstantSource clock, long compactionBytesPerSecond) {

    static final int MIN_SEGMENT_BYTES = 16 << 20;
    static final int MAX_SEGMENT_BYTES = 1 << 30;
    static final long MIN_MEMORY_BYTES = 128L << 20;
    static final long MAX_MEMORY_BYTES = 1L << 40;

    public EngineOptions {
        segmentBytes.ifPresent(bytes -> check("segment bytes", bytes, MIN_SEGMENT_BYTES, MAX_SEGMENT_BYTES));
        check("memory bytes", memoryBytes, MIN_MEMORY_BYTES, MAX_MEMORY_BYTES);
        check("command bytes", commandBytes, 1L << 20, MAX_MEMORY_BYTES);
        check("queue requests", queueRequests, 1, 1_000_000);
        check("queue bytes", queueBytes, 8 << 20, 1 << 30);
        if (compactionBytesPerSecond != 0) {
            check("bytes for compaction in a second", compactionBytesPerSecond, 1 << 16, Long.MAX_VALUE);
        }
        if (commandWindow.toSeconds() < 1) {
            throw new IllegalArgumentException("the command window is at least a second, not " + commandWindow);
        }
    }

    /// Every default.
    public static EngineOptions at(Path directory) {
        return new EngineOptions(directory, OptionalInt.empty(), OptionalInt.empty(), Optional.empty(),
                OptionalInt.empty(),
                512L << 20, Duration.ofHours(24), 4L << 30, 10_000, 64 << 20, Duration.ofSeconds(10),
                InstantSource.system(), 16L << 20);
    }

    public EngineOptions withShards(int count) {
        return new EngineOptions(directory, OptionalInt.of(count), partitions, routingRule, segmentBytes, memoryBytes,
                commandWindow, commandBytes,
                queueRequests, queueBytes, appendWait, clock, compactionBytesPerSecond);
    }

    public EngineOptions withPartitions(int count) {
        return new EngineOptions(directory, shards, OptionalInt.of(count), routingRule, segmentBytes, memoryBytes,
                commandWindow, commandBytes,
                queueRequests, queueBytes, appendWait, clock, compactionBytesPerSecond);
    }

    public EngineOptions withRoutingRule(RoutingRule rule) {
        return new EngineOptions(directory, shards, partitions, Optional.of(rule), segmentBytes, memoryBytes,
                commandWindow, commandBytes,
                queueRequests, queueBytes, appendWait, clock, compactionBytesPerSecond);
    }

    public EngineOptions withSegmentBytes(int bytes) {
        return new EngineOptions(directory, shards, partitions, routingRule, OptionalInt.of(bytes), memoryBytes,
                commandWindow,
                commandBytes, queueRequests,
                queueBytes,
                appendWait, clock, compactionBytesPerSecond);
    }

    public EngineOptions withMemoryBytes(long bytes) {
        return new EngineOptions(directory, shards, partitions, routingRule, segmentBytes, bytes, commandWindow,
                commandBytes,
                queueRequests, queueBytes, appendWait, clock, compactionBytesPerSecond);
    }

    public EngineOptions withCommandWindow(Duration window) {
        return new EngineOptions(directory, shards, partitions, routingRule, segmentBytes, memoryBytes, window,
                commandBytes, queueRequests,
                queueBytes,
                appendWait, clock, compactionBytesPerSecond);
    }

    public EngineOptions withCommandBytes(long bytes) {
        return new EngineOptions(directory, shards, partitions, routingRule, segmentBytes, memoryBytes, commandWindow,
                bytes, queueRequests, queueBytes, appendWait, clock, compactionBytesPerSecond);
    }

    public EngineOptions withQueueRequests(int requests) {
        return new EngineOptions(directory, shards, partitions, routingRule, segmentBytes, memoryBytes, commandWindow,
                commandBytes, requests,
                queueBytes,
                appendWait, clock, compactionBytesPerSecond);
    }

    public EngineOptions withQueueBytes(int bytes) {
        return new EngineOptions(directory, shards, partitions, routingRule, segmentBytes, memoryBytes, commandWindow,
                commandBytes, queueRequests,
                bytes,
                appendWait, clock, compactionBytesPerSecond);
    }

    public EngineOptions withAppendWait(Duration wait) {
        return new EngineOptions(directory, shards, partitions, routingRule, segmentBytes, memoryBytes, commandWindow,
                commandBytes, queueRequests,
                queueBytes, wait, clock, compactionBytesPerSecond);
    }

    public EngineOptions withClock(InstantSource source) {
        return new EngineOptions(directory, shards, partitions, routingRule, segmentBytes, memoryBytes, commandWindow,
                commandBytes, queueRequests,
                queueBytes, appendWait, source, compactionBytesPerSecond);
    }

    public EngineOptions withCompactionBytesPerSecond(long bytes) {
        return new EngineOptions(directory, shards, partitions, routingRule, segmentBytes, memoryBytes, commandWindow,
                commandBytes, queueRequests, queueBytes, appendWait, clock, bytes);
    }

    private static void check(String what, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " are " + least + " to " + most + ", not " + value);
        }
    }
}
