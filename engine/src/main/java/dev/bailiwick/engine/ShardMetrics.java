package dev.bailiwick.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/// What one shard tells of itself.
final class ShardMetrics {
    static final String PREFIX = "bailiwick.shard.";
    private static final Duration DISK_USE_MAX_AGE = Duration.ofSeconds(10);

    private final Shard shard;
    private final Occasional<DiskUse> disk;
    private final DoubleSupplier compactionDebt;
    private final List<Metric> metrics = new ArrayList<>();

    private ShardMetrics(Shard shard, Path directory, DoubleSupplier compactionDebt) {
        this.shard = shard;
        this.compactionDebt = compactionDebt;
        this.disk = new Occasional<>(DISK_USE_MAX_AGE, () -> DiskUse.of(directory));
    }

    /// @param directory of the shard
    /// @param compactionDebt how many bytes of it could be reclaimed
    static List<Metric> of(Shard shard, Path directory, DoubleSupplier compactionDebt) {
        var made = new ShardMetrics(shard, directory, compactionDebt);
        made.addCounters();
        made.addHistograms();
        made.addQueue();
        made.addIndex();
        made.addUse();
        return made.metrics;
    }

    /// What all segments of a shard take in memory.
    static long segmentBytes(Shard shard) {
        return Arrays.stream(shard.view().segments()).mapToLong(SegmentIndex::bytes).sum();
    }

    private void addCounters() {
        var meter = shard.parts().meter();
        for (var count : ShardCount.values()) {
            metrics.add(new Metric.Counter(count.series(tags()), () -> meter.count(count)));
        }
        metrics.add(new Metric.Counter(series("busy", "", "requests for which there was no room in the queue"),
                () -> shard.inbox().turnedAway()));
        gauge("stopped", "", "1 if the shard stopped because its disk failed", () -> shard.isStopped() ? 1 : 0);
    }

    private void addHistograms() {
        var meter = shard.parts().meter();
        histogram("flush", "seconds", "how long it took to write and flush a group",
                () -> meter.flushes().distribution());
        histogram("group", "requests", "requests that were decided before one flush",
                () -> meter.groups().distribution());
        histogram("queue.wait", "seconds", "how long requests waited to be decided, of one in " + ShardMeter.SAMPLED,
                () -> meter.waits().distribution());
    }

    private void addQueue() {
        gauge("queue.requests", "", "requests that were not answered yet", () -> shard.inbox().fill().requests());
        gauge("queue.requests.limit", "", "how many there may be", () -> shard.inbox().fill().maxRequests());
        gauge("queue", "bytes", "bytes of the events of requests that were not answered yet",
                () -> shard.inbox().fill().bytes());
        gauge("queue.limit", "bytes", "how many there may be", () -> shard.inbox().fill().maxBytes());
    }

    private void addIndex() {
        gauge("index.waiting", "segments", "sealed segments that are not part of the index yet",
                () -> Math.max(0, shard.view().segments().length - 1));
        gauge("index.unmerged", "files", "files of the index that were not merged with others yet", this::unmerged);
    }

    private void addUse() {
        gauge("segments", "", "files of the log", () -> disk.get().segments());
        gauge("disk.log", "bytes", "what the files of the log take on disk", () -> disk.get().logBytes());
        gauge("disk.index", "bytes", "what the files of the index take on disk", () -> disk.get().indexBytes());
        gauge("compaction.debt", "bytes", "what of the finished segments nobody can read any more, estimated",
                compactionDebt);
    }

    private double unmerged() {
        try {
            return shard.view().sealed().unmergedFiles();
        } catch (IOException e) {
            return Double.NaN;
        }
    }

    private void gauge(String name, String unit, String description, DoubleSupplier value) {
        metrics.add(new Metric.Gauge(series(name, unit, description), value));
    }

    private void histogram(String name, String unit, String description, Supplier<Metric.Distribution> value) {
        metrics.add(new Metric.Histogram(series(name, unit, description), value));
    }

    private Metric.Series series(String name, String unit, String description) {
        return new Metric.Series(PREFIX + name, unit, description, tags());
    }

    private SortedMap<String, String> tags() {
        var tags = new TreeMap<String, String>();
        tags.put("shard", shard.id().toString());
        return tags;
    }
}
