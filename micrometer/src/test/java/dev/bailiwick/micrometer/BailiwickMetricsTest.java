package dev.bailiwick.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.engine.Bailiwick;
import dev.bailiwick.engine.EngineOptions;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.NewEvent;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BailiwickMetricsTest {
    private final Path directory;
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    BailiwickMetricsTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private EventStore open() {
        return Bailiwick.open(EngineOptions.at(directory).withShards(1).withSegmentBytes(16 << 20));
    }

    private static void append(EventStore store, int count) {
        for (int i = 0; i < count; i++) {
            store.append(AggregateKey.of(1, 2, i), ExpectedVersion.noStream(), NewEvent.of("Noted", new byte[10]));
        }
    }

    private double appends() {
        return registry.get("bailiwick.shard.appends").tag("shard", "0/0").functionCounter().count();
    }

    @Test
    void countersAndGaugesHaveTheValuesOfTheStore() {
        try (var store = open(); var metrics = BailiwickMetrics.of(store).orElseThrow()) {
            metrics.bindTo(registry);

            append(store, 3);

            assertThat(appends()).isEqualTo(3);
            assertThat(registry.get("bailiwick.store.memory.budget").gauge().value()).isEqualTo(512 << 20);
            assertThat(registry.get("bailiwick.store.memory.budget").meter().getId().getBaseUnit()).isEqualTo("bytes");
        }
    }

    @Test
    void aHistogramIsCountersOfWhatIsNoLarger() {
        try (var store = open(); var metrics = BailiwickMetrics.of(store).orElseThrow()) {
            metrics.bindTo(registry);

            append(store, 3);

            var group = registry.get("bailiwick.shard.group.buckets");
            assertThat(group.tag("le", "1.0").functionCounter().count()).isEqualTo(3);
            assertThat(registry.get("bailiwick.shard.group.buckets").tag("le", "+Inf").functionCounter().count())
                    .isEqualTo(3);
            assertThat(registry.get("bailiwick.shard.group").functionCounter().count()).isEqualTo(3);
            assertThat(registry.get("bailiwick.shard.flush.buckets").tag("le", "+Inf").functionCounter().count())
                    .isEqualTo(3);
        }
    }

    @Test
    void theNextStoreHasMetersOfTheSameNames() {
        try (var store = open(); var metrics = BailiwickMetrics.of(store).orElseThrow()) {
            metrics.bindTo(registry);
            append(store, 3);
        }
        assertThat(registry.getMeters()).isEmpty();

        try (var store = open(); var metrics = BailiwickMetrics.of(store).orElseThrow()) {
            metrics.bindTo(registry);

            assertThat(appends()).isZero();
        }
    }
}
