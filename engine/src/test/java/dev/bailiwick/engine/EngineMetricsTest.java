package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.ConflictException;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.ShardBusyException;
import dev.bailiwick.store.ShardRoutingException;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.testkit.InMemoryEventStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a store tells of itself is what happened.
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EngineMetricsTest {
    private static final NewEvent EVENT = NewEvent.of("Noted", new byte[50]);

    @TempDir
    private Path directory = Path.of("");

    private static AggregateKey key(int number) {
        return new AggregateKey(Ids.named("Acme"), Ids.named("Orders"), Ids.of(number));
    }

    private Engine open(int shards) {
        return Engine.open(new DelegatingDisk(), Sealing.options(directory).withShards(shards));
    }

    private static AppendRequest request(AggregateKey... keys) {
        var builder = AppendRequest.builder();
        for (var key : keys) {
            builder.write(key, ExpectedVersion.any(), EVENT);
        }
        return builder.build();
    }

    private static double value(Engine store, String name, String... tags) {
        var found = store.metrics().all().stream().filter(metric -> metric.series().name().equals(name))
                .filter(metric -> {
                    for (int i = 0; i < tags.length; i += 2) {
                        if (!tags[i + 1].equals(metric.series().tags().get(tags[i]))) {
                            return false;
                        }
                    }
                    return true;
                }).toList();
        assertThat(found).as(name).hasSize(1);
        return switch (found.getFirst()) {
            case Metric.Counter counter -> counter.value().getAsDouble();
            case Metric.Gauge gauge -> gauge.value().getAsDouble();
            case Metric.Histogram histogram -> histogram.value().get().count();
        };
    }

    @Test
    void everyWriteIsCountedAtItsShardAndItsPartition() {
        try (var store = open(2)) {
            store.append(request(key(0), key(2)));
            store.append(key(2), ExpectedVersion.any(), EVENT);
            store.append(key(1), ExpectedVersion.any(), EVENT);
            store.trim(key(2), 2);
            store.delete(key(1), ExpectedVersion.any(), Recreation.ALLOWED);

            assertThat(value(store, "bailiwick.shard.appends", "shard", "0/0")).isEqualTo(2);
            assertThat(value(store, "bailiwick.shard.events", "shard", "0/0")).isEqualTo(3);
            assertThat(value(store, "bailiwick.shard.trims", "shard", "0/0")).isEqualTo(1);
            assertThat(value(store, "bailiwick.shard.appends", "shard", "0/1")).isEqualTo(1);
            assertThat(value(store, "bailiwick.shard.deletes", "shard", "0/1")).isEqualTo(1);
            assertThat(value(store, "bailiwick.shard.written", "shard", "0/0")).isGreaterThan(3 * 50);
            var partition = store.metrics().partition(2);
            assertThat(partition.commits()).isEqualTo(3);
            assertThat(partition.events()).isEqualTo(2);
            assertThat(partition.bytes()).isBetween(2 * 50L, 2 * 100L);
            assertThat(store.metrics().partition(3)).isEqualTo(new PartitionWrites(3, 0, 0, 0));
        }
    }

    @Test
    void everyGroupIsCountedWithItsSizeAndItsTime() {
        try (var store = open(1)) {
            for (int i = 0; i < 10; i++) {
                store.append(key(i), ExpectedVersion.any(), EVENT);
            }

            var group = distribution(store, "bailiwick.shard.group");
            assertThat(group.sum()).isEqualTo(10);
            assertThat(group.counts().getFirst()).isEqualTo(10);
            var flush = distribution(store, "bailiwick.shard.flush");
            assertThat(flush.count()).isEqualTo(10);
            assertThat(flush.sum()).isPositive();
        }
    }

    private static Metric.Distribution distribution(Engine store, String name) {
        return store.metrics().all().stream().filter(metric -> metric.series().name().equals(name)).findFirst()
                .map(metric -> ((Metric.Histogram) metric).value().get()).orElseThrow();
    }

    @Test
    void someRequestsAreMeasuredHowLongTheyWait() {
        try (var store = open(1)) {
            for (int i = 0; i < 1_000; i++) {
                store.append(key(i), ExpectedVersion.any(), EVENT);
            }

            // The chance that none or all of a thousand are among one in sixteen is less than one in 10^27.
            assertThat(value(store, "bailiwick.shard.queue.wait")).isBetween(1.0, 999.0);
        }
    }

    @Test
    void conflictsDuplicatesAndOtherRefusalsAreToldApart() {
        var command = AppendRequest.builder().commandId(UUID.randomUUID())
                .write(key(1), ExpectedVersion.any(), EVENT).build();
        try (var store = open(1)) {
            store.append(command);
            store.append(command);
            assertThatThrownBy(() -> store.append(key(1), ExpectedVersion.noStream(), EVENT))
                    .isInstanceOf(ConflictException.class);
            assertThatThrownBy(() -> store.trim(key(1), 7)).hasMessageContaining("3000");

            assertThat(value(store, "bailiwick.shard.appends")).isEqualTo(1);
            assertThat(value(store, "bailiwick.shard.duplicates")).isEqualTo(1);
            assertThat(value(store, "bailiwick.shard.conflicts")).isEqualTo(1);
            assertThat(value(store, "bailiwick.shard.refusals")).isEqualTo(1);
        }
    }

    @Test
    void requestsThatSpanShardsAreCounted() {
        try (var store = open(2)) {
            assertThatThrownBy(() -> store.append(request(key(0), key(1)))).isInstanceOf(ShardRoutingException.class);
            assertThat(store.appendAsync(request(key(0), key(1)))).isCompletedExceptionally();

            assertThat(value(store, "bailiwick.store.cross.shard.refusals")).isEqualTo(2);
        }
    }

    @Test
    void readsAreCounted() {
        try (var store = open(1)) {
            store.append(key(1), ExpectedVersion.any(), EVENT);
            store.read(ReadRequest.of(key(1)));

            assertThat(value(store, "bailiwick.store.reads")).isEqualTo(1);
        }
    }

    @Test
    void whatWaitsForTheDiskIsInTheQueueAndWhatFindsNoRoomIsCounted() {
        var disk = new StuckDisk();
        try (var store = Engine.open(disk, Sealing.options(directory).withQueueRequests(2))) {
            disk.stick();
            var first = store.appendAsync(request(key(1)));
            var second = store.appendAsync(request(key(2)));
            var third = store.appendAsync(request(key(3)));

            assertThatThrownBy(third::join).hasCauseInstanceOf(ShardBusyException.class);
            assertThat(value(store, "bailiwick.shard.queue.requests")).isEqualTo(2);
            assertThat(value(store, "bailiwick.shard.queue.requests.limit")).isEqualTo(2);
            assertThat(value(store, "bailiwick.shard.queue")).isPositive();
            assertThat(value(store, "bailiwick.shard.busy")).isEqualTo(1);

            disk.letGo();
            first.join();
            second.join();
        }
    }

    @Test
    void itIsToldWhereHeadsWereFound() {
        try (var store = open(1)) {
            store.append(key(1), ExpectedVersion.any(), EVENT);
            store.append(key(1), ExpectedVersion.any(), EVENT);

            assertThat(value(store, "bailiwick.shard.heads", "source", "cache")).isEqualTo(1);
            assertThat(value(store, "bailiwick.shard.heads", "source", "index")
                    + value(store, "bailiwick.shard.heads", "source", "disk")).isEqualTo(1);
        }
    }

    @Test
    void aSubscriptionThatDoesNotGoOnLags() throws InterruptedException {
        try (var store = open(1)) {
            var arrived = new CountDownLatch(1);
            var goOn = new CountDownLatch(1);
            store.append(key(1), ExpectedVersion.any(), EVENT);
            var subscription = store.subscribe(SubscribeRequest.from(FeedPosition.start()), batch -> {
                arrived.countDown();
                goOn.await();
            });
            arrived.await();
            for (int i = 0; i < 5; i++) {
                store.append(key(1), ExpectedVersion.any(), EVENT);
            }

            assertThat(value(store, "bailiwick.store.subscriptions")).isEqualTo(1);
            assertThat(value(store, "bailiwick.store.subscriptions.lag")).isEqualTo(5);

            goOn.countDown();
            subscription.close();
            assertThat(value(store, "bailiwick.store.subscriptions")).isZero();
        }
    }

    @Test
    void memoryAndDiskAreToldWithWhatTheyMayBe() {
        try (var store = open(2)) {
            store.append(key(1), ExpectedVersion.any(), EVENT);

            assertThat(value(store, "bailiwick.store.memory.budget")).isEqualTo(512 << 20);
            for (var use : new String[]{"heads", "segments", "index"}) {
                assertThat(value(store, "bailiwick.store.memory.used", "for", use)).as(use)
                        .isBetween(0.0, value(store, "bailiwick.store.memory.limit", "for", use));
            }
            assertThat(value(store, "bailiwick.store.memory.used", "for", "heads")).isPositive();
            assertThat(value(store, "bailiwick.store.memory.used", "for", "segments")).isPositive();
            assertThat(value(store, "bailiwick.store.disk.free")).isPositive();
            assertThat(value(store, "bailiwick.shard.segments", "shard", "0/1")).isEqualTo(1);
            assertThat(value(store, "bailiwick.shard.disk.log", "shard", "0/1"))
                    .isEqualTo(EngineOptions.MIN_SEGMENT_BYTES);
            assertThat(value(store, "bailiwick.shard.disk.index", "shard", "0/1")).isPositive();
        }
    }

    @Test
    void sealedSegmentsWaitUntilTheyAreIndexed() {
        try (var store = Sealing.open(new DelegatingDisk(), Sealing.options(directory), 3)) {
            for (int i = 0; i < 50; i++) {
                store.append(key(i), ExpectedVersion.any(), EVENT);
            }

            assertThat(value(store, "bailiwick.shard.index.waiting")).isBetween(0.0, (double) Indexer.MAX_WAITING + 1);
            assertThat(value(store, "bailiwick.shard.index.unmerged")).isPositive();
        }
    }

    @Test
    void aShardWhoseDiskFailedIsStopped() {
        var disk = new StuckDisk();
        try (var store = Engine.open(disk, Sealing.options(directory))) {
            assertThat(value(store, "bailiwick.shard.stopped")).isZero();

            disk.fail();
            assertThatThrownBy(() -> store.append(key(1), ExpectedVersion.any(), EVENT)).hasMessageContaining("2014");

            assertThat(value(store, "bailiwick.shard.stopped")).isEqualTo(1);
        }
    }

    @Test
    void nothingFailsAfterTheStoreWasClosed() {
        var store = open(2);
        store.append(key(1), ExpectedVersion.any(), EVENT);

        store.close();

        for (var metric : store.metrics().all()) {
            switch (metric) {
                case Metric.Counter counter -> assertThat(counter.value().getAsDouble()).isNotNegative();
                case Metric.Gauge gauge -> assertThat(gauge.value().getAsDouble()).isNotInfinite();
                case Metric.Histogram histogram -> assertThat(histogram.value().get().count()).isNotNegative();
            }
        }
        assertThat(value(store, "bailiwick.shard.index.unmerged", "shard", "0/1")).isNaN();
    }

    @Test
    void everySeriesHasANameOfItsOwnAndOneNameAlwaysTheSameMeaning() {
        try (var store = open(2)) {
            var names = new HashSet<String>();
            for (var metric : store.metrics().all()) {
                var series = metric.series();
                assertThat(names.add(series.name() + series.tags())).as(series.toString()).isTrue();
                assertThat(series.description()).isNotBlank();
                assertThat(store.metrics().all()).filteredOn(other -> other.series().name().equals(series.name()))
                        .allSatisfy(other -> {
                            assertThat(other.series().unit()).isEqualTo(series.unit());
                            assertThat(other.series().description()).isEqualTo(series.description());
                            assertThat(other.series().tags().keySet()).isEqualTo(series.tags().keySet());
                        });
            }
        }
    }

    @Test
    void onlyAnEmbeddedStoreHasThem() {
        try (var store = open(1); var other = InMemoryEventStore.create()) {
            assertThat(EngineMetrics.of(store)).contains(store.metrics());
            assertThat(EngineMetrics.of(other)).isEmpty();
        }
    }

    @Test
    void heatIsOfTheLastMinutes() {
        var now = new AtomicLong();
        var meter = new PartitionMeter(new AtomicLongArray(100));
        var heat = new PartitionHeat(meter, now::get);
        meter.add(7, 90, 1);
        meter.add(8, 10, 1);

        assertThat(heat.recent().hottest()).isEqualTo(7);
        assertThat(heat.recent().shareOf(1)).isEqualTo(0.9);
        assertThat(heat.recent().shareOf(10)).isEqualTo(1);
        assertThat(heat.recent().hottest(5)).containsExactly(7, 8);

        for (int minute = 1; minute <= 2; minute++) {
            now.addAndGet(TimeUnit.MINUTES.toNanos(1));
            heat.recent();
        }
        assertThat(heat.recent().hottest()).isEqualTo(-1);
        assertThat(heat.recent().shareOf(10)).isZero();
        meter.add(9, 1, 1);
        assertThat(heat.recent().hottest()).isEqualTo(9);
    }

    /// A disk that flushes nothing until it is told, or fails.
    private static final class StuckDisk extends DelegatingDisk {
        private volatile CountDownLatch stuck = new CountDownLatch(0);
        private volatile boolean failing;

        void stick() {
            stuck = new CountDownLatch(1);
        }

        void letGo() {
            stuck.countDown();
        }

        void fail() {
            failing = true;
        }

        @Override
        protected void beforeFlush() throws IOException {
            try {
                stuck.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            if (failing) {
                throw new IOException("the disk is broken");
            }
        }
    }
}
