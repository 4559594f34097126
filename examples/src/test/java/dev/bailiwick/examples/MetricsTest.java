package dev.bailiwick.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.engine.Bailiwick;
import dev.bailiwick.engine.EngineMetrics;
import dev.bailiwick.engine.Metric;
import dev.bailiwick.engine.PartitionWrites;
import dev.bailiwick.micrometer.BailiwickMetrics;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.NewEvent;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsTest {
    private final List<String> printed = new ArrayList<>();

    private void print(Metric.Series series, double value) {
        printed.add(series.name() + " " + value);
    }

    @Test
    void aProgramAsksItsStore(@TempDir Path directory) {
        try (var store = Bailiwick.open(directory)) {
            store.append(AggregateKey.of(1, 2, 17), ExpectedVersion.noStream(), NewEvent.of("Placed", new byte[3]));
            // snippet: metrics-partitions
            EngineMetrics metrics = EngineMetrics.of(store).orElseThrow();
            PartitionWrites one = metrics.partition(17); // commits ever, events and bytes since the store was opened
            List<PartitionWrites> hottest = metrics.hottestPartitions(10);
            // end
            // snippet: metrics-all
            for (Metric metric : metrics.all()) {
                switch (metric) {
                    case Metric.Counter counter -> print(counter.series(), counter.value().getAsDouble());
                    case Metric.Gauge gauge -> print(gauge.series(), gauge.value().getAsDouble());
                    case Metric.Histogram histogram -> print(histogram.series(), histogram.value().get().sum());
                }
            }
            // end

            assertThat(one.events()).isEqualTo(1);
            assertThat(hottest).containsExactly(one);
            assertThat(printed).contains("bailiwick.shard.appends 1.0", "bailiwick.store.partitions.hottest 17.0");
        }
    }

    @Test
    void aRegistryOfMicrometerGetsThem(@TempDir Path directory) {
        var registry = new SimpleMeterRegistry();
        try (var store = Bailiwick.open(directory)) {
            // snippet: metrics-micrometer
            BailiwickMetrics binder = BailiwickMetrics.of(store).orElseThrow();
            binder.bindTo(registry);
            // end

            assertThat(registry.get("bailiwick.store.memory.budget").gauge().value()).isPositive();
            binder.close();
        }
        assertThat(registry.getMeters()).isEmpty();
    }
}
