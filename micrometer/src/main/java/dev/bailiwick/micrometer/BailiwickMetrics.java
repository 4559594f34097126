package dev.bailiwick.micrometer;

import dev.bailiwick.engine.EngineMetrics;
import dev.bailiwick.engine.Metric;
import dev.bailiwick.store.EventStore;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// Hands the metrics of an embedded store to a registry of Micrometer. `docs/metrics.md` says what each means.
///
/// Micrometer has no histogram that is counted elsewhere. So one becomes counters, `NAME.buckets` with the tag `le`: how many values
/// were no larger than that, which is what Prometheus computes quantiles from; and a counter `NAME` of the sum of all values.
///
/// Nothing is measured here, and a store that is not asked pays nothing for being bound. A registry keeps the meters until this is closed; close
/// it with the store, so that the next store to be opened can have meters of the same names.
///
/// Thread-safe.
public final class BailiwickMetrics implements MeterBinder, AutoCloseable {
    private final EngineMetrics metrics;
    private final ConcurrentLinkedQueue<Registration> registrations = new ConcurrentLinkedQueue<>();

    private BailiwickMetrics(EngineMetrics metrics) {
        this.metrics = metrics;
    }

    private record Registration(MeterRegistry registry, Meter meter) {}

    /// For a store that was opened in this process; empty for any other.
    public static Optional<BailiwickMetrics> of(EventStore store) {
        return EngineMetrics.of(store).map(BailiwickMetrics::new);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (var metric : metrics.all()) {
            switch (metric) {
                case Metric.Counter counter -> counter(registry, counter.series().name(), counter,
                        it -> it.value().getAsDouble());
                case Metric.Gauge gauge -> gauge(registry, gauge);
                case Metric.Histogram histogram -> histogram(registry, histogram);
            }
        }
    }

    /// Takes its meters out of every registry.
    @Override
    public void close() {
        for (var next = registrations.poll(); next != null; next = registrations.poll()) {
            next.registry().remove(next.meter());
        }
    }

    private <T extends Metric> void counter(MeterRegistry registry, String name, T metric, ToDoubleFunction<T> value) {
        keep(registry, FunctionCounter.builder(name, metric, value).baseUnit(unit(metric))
                .description(metric.series().description()).tags(tags(metric)).register(registry));
    }

    private void gauge(MeterRegistry registry, Metric.Gauge gauge) {
        keep(registry, Gauge.builder(gauge.series().name(), gauge, it -> it.value().getAsDouble()).baseUnit(unit(gauge))
                .description(gauge.series().description()).tags(tags(gauge)).register(registry));
    }

    private void histogram(MeterRegistry registry, Metric.Histogram histogram) {
        counter(registry, histogram.series().name(), histogram, it -> it.value().get().sum());
        var bounds = histogram.value().get().bounds();
        for (int i = 0; i <= bounds.size(); i++) {
            int bucket = i;
            var upTo = i < bounds.size() ? Double.toString(bounds.get(i)) : "+Inf";
            keep(registry, FunctionCounter
                    .builder(histogram.series().name() + ".buckets", histogram, it -> upTo(it.value().get(), bucket))
                    .description(histogram.series().description()).tags(tags(histogram).and("le", upTo))
                    .register(registry));
        }
    }

    private static double upTo(Metric.Distribution distribution, int bucket) {
        return distribution.counts().subList(0, bucket + 1).stream().mapToLong(Long::longValue).sum();
    }

    private void keep(MeterRegistry registry, Meter meter) {
        registrations.add(new Registration(registry, meter));
    }

    private static @Nullable String unit(Metric metric) {
        return metric.series().unit().isEmpty() ? null : metric.series().unit();
    }

    private static Tags tags(Metric metric) {
        return Tags.of(metric.series().tags().entrySet().stream().map(tag -> Tag.of(tag.getKey(), tag.getValue()))
                .toList());
    }
}
