package dev.bailiwick.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/// What a store tells of itself, besides what its shards do.
final class StoreMetrics {
    private static final String PREFIX = "bailiwick.store.";
    private static final Duration MAX_AGE = Duration.ofSeconds(1);
    private static final int[] TOPS = {1, 10, 100};

    private final Path directory;
    private final long memoryBytes;
    private final ShardSet shards;
    private final LongSupplier reads;
    private final LongSupplier spanning;
    private final ToDoubleFunction<Shard> compactionDebt;
    private final PartitionHeat heat;
    private final Occasional<PartitionHeat.Recent> recent;
    private final Occasional<Long> lag;

    /// @param spanning how many requests were refused for spanning shards
    /// @param compactionDebt how many bytes of a shard could be reclaimed
    StoreMetrics(EngineOptions options, ShardSet shards, LongSupplier reads, LongSupplier spanning,
            ToDoubleFunction<Shard> compactionDebt) {
        this.compactionDebt = compactionDebt;
        this.directory = options.directory();
        this.memoryBytes = options.memoryBytes();
        this.shards = shards;
        this.reads = reads;
        this.spanning = spanning;
        this.heat = new PartitionHeat(shards.partitionMeter(), System::nanoTime);
        this.recent = new Occasional<>(MAX_AGE, heat::recent);
        this.lag = new Occasional<>(MAX_AGE, () -> shards.feed().longestLag());
    }

    PartitionMeter partitions() {
        return shards.partitionMeter();
    }

    PartitionHeat heat() {
        return heat;
    }

    List<Metric> all() {
        var metrics = new ArrayList<Metric>();
        for (var shard : shards.all()) {
            metrics.addAll(ShardMetrics.of(shard, ShardOpening.directoryOf(directory, shard.id()),
                    () -> compactionDebt.applyAsDouble(shard)));
        }
        addCounters(metrics);
        addSubscriptions(metrics);
        addPartitions(metrics);
        addUse(metrics);
        return List.copyOf(metrics);
    }

    private void addCounters(List<Metric> metrics) {
        metrics.add(new Metric.Counter(series("reads", "", "pages of events that were asked for"), reads::getAsLong));
        metrics.add(new Metric.Counter(
                series("cross.shard.refusals", "", "appends that were refused for spanning shards, error 9001"),
                spanning::getAsLong));
    }

    private void addSubscriptions(List<Metric> metrics) {
        metrics.add(gauge("subscriptions", "", "subscriptions that are open", () -> shards.feed().subscriptions()));
        metrics.add(gauge("subscriptions.lag", "commits",
                "commits that the subscription which is farthest behind has not looked at", () -> lag.get()));
    }

    private void addPartitions(List<Metric> metrics) {
        for (int top : TOPS) {
            var tags = new TreeMap<String, String>();
            tags.put("top", Integer.toString(top));
            metrics.add(new Metric.Gauge(new Metric.Series(PREFIX + "partitions.hot.share", "",
                    "part of the events of the last minutes that went to the partitions with the most", tags),
                    () -> recent.get().shareOf(top)));
        }
        metrics.add(gauge("partitions.hottest", "",
                "number of the partition with the most events in the last minutes, -1 if there were none",
                () -> recent.get().hottest()));
        metrics.add(gauge("partitions.largest.share", "",
                "part of all commits of the store's life that is in the partition with the most", this::largestShare));
    }

    private void addUse(List<Metric> metrics) {
        var shares = shards.shares();
        int count = shards.all().size();
        metrics.add(gauge("memory.budget", "bytes", "what the store may use for index and caches", () -> memoryBytes));
        memory(metrics, "heads", () -> sum(shard -> shard.parts().state().cacheBytes()), shares.headBytes() * count);
        memory(metrics, "segments", () -> sum(ShardMetrics::segmentBytes),
                shares.segmentBytes() * count * (1 + Indexer.MAX_WAITING));
        memory(metrics, "index", this::cached, shares.cacheBytes());
        metrics.add(gauge("disk.free", "bytes", "what can still be written where the store is", this::free));
    }

    private void memory(List<Metric> metrics, String what, DoubleSupplier used, long limit) {
        metrics.add(new Metric.Gauge(memorySeries("memory.used", "memory that is used, by what for", what), used));
        metrics.add(new Metric.Gauge(memorySeries("memory.limit", "how much of the budget that may be", what),
                () -> limit));
    }

    private static Metric.Series memorySeries(String name, String description, String what) {
        var tags = new TreeMap<String, String>();
        tags.put("for", what);
        return new Metric.Series(PREFIX + name, "bytes", description, tags);
    }

    private double largestShare() {
        long largest = 0;
        long all = 0;
        for (int partition = 0; partition < partitions().count(); partition++) {
            long commits = partitions().of(partition).commits();
            largest = Math.max(largest, commits);
            all += commits;
        }
        return all == 0 ? 0 : (double) largest / all;
    }

    private double cached() {
        try {
            return shards.all().getFirst().view().sealed().cachedBytes();
        } catch (IOException e) {
            return Double.NaN;
        }
    }

    private double free() {
        try {
            return Files.getFileStore(directory).getUsableSpace();
        } catch (IOException e) {
            return Double.NaN;
        }
    }

    private long sum(ToLongFunction<Shard> number) {
        return shards.all().stream().mapToLong(number).sum();
    }

    private static Metric gauge(String name, String unit, String description, DoubleSupplier value) {
        return new Metric.Gauge(series(name, unit, description), value);
    }

    private static Metric.Series series(String name, String unit, String description) {
        SortedMap<String, String> none = new TreeMap<>();
        return new Metric.Series(PREFIX + name, unit, description, none);
    }
}
