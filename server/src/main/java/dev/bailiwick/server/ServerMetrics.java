package dev.bailiwick.server;

import dev.bailiwick.micrometer.BailiwickMetrics;
import dev.bailiwick.placement.PartitionMap;
import dev.bailiwick.protocol.v1.EventStoreServiceGrpc;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.EventStore;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.DiskSpaceMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/// What is counted about a server. `docs/metrics.md` says what each number means. Labels never hold anything that a caller chose: no keys, no
/// orgs, no event types.
///
/// Thread-safe.
final class ServerMetrics implements CallObserver, AutoCloseable {
    private static final Duration[] BUCKETS = {Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofMillis(5),
            Duration.ofMillis(10), Duration.ofMillis(25), Duration.ofMillis(50), Duration.ofMillis(100),
            Duration.ofMillis(250), Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofMillis(2_500),
            Duration.ofSeconds(5), Duration.ofSeconds(10)};
    /// The calls with one answer; all others last as long as their clients like.
    private static final Map<String, String> SHORT_CALLS = EventStoreServiceGrpc.getServiceDescriptor().getMethods()
            .stream().filter(method -> method.getType() == MethodType.UNARY)
            .collect(Collectors.toUnmodifiableMap(MethodDescriptor::getFullMethodName,
                    it -> shortName(it.getFullMethodName())));

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Map<Outcome, Counter> calls = new ConcurrentHashMap<>();
    private final Map<Integer, Counter> appends = new ConcurrentHashMap<>();
    private final Map<String, Timer> times = new ConcurrentHashMap<>();
    private final Timer appendTimes = timer("bailiwick.server.append", "one append of a stream");
    private final AtomicInteger inFlight = gauge("bailiwick.server.calls.in.flight", "calls with one answer");
    private final Map<String, AtomicInteger> streams = new ConcurrentHashMap<>();
    private final AtomicInteger connections = gauge("bailiwick.server.connections.open", "connections");
    private final LongAdder received = bytes("bailiwick.server.received");
    private final LongAdder sent = bytes("bailiwick.server.sent");
    private final JvmGcMetrics collections = new JvmGcMetrics();

    private record Outcome(String method, String status, int error) {}

    ServerMetrics() {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        collections.bindTo(registry);
    }

    /// The store, once it is open: all it tells of itself.
    void watch(EventStore store, Path directory) {
        storeGauge("bailiwick.store.open", store, map -> 1);
        storeGauge("bailiwick.store.shards", store, map -> map.shards().size());
        storeGauge("bailiwick.store.partitions", store, PartitionMap::partitionCount);
        storeGauge("bailiwick.store.epoch", store, PartitionMap::epoch);
        BailiwickMetrics.of(store).ifPresent(metrics -> metrics.bindTo(registry));
        new DiskSpaceMetrics(directory.toFile()).bindTo(registry);
    }

    /// In the text format of Prometheus.
    String scrape() {
        return registry.scrape();
    }

    @Override
    public void connectionOpened() {
        connections.incrementAndGet();
    }

    @Override
    public void connectionClosed() {
        connections.decrementAndGet();
    }

    @Override
    public void started(String method) {
        (SHORT_CALLS.containsKey(method) ? inFlight : streams(method)).incrementAndGet();
    }

    @Override
    public void finished(FinishedCall call) {
        var name = SHORT_CALLS.get(call.method());
        (name != null ? inFlight : streams(call.method())).decrementAndGet();
        if (name != null) {
            times.computeIfAbsent(name, it -> timer("bailiwick.server.call", "calls with one answer", "method", it))
                    .record(Duration.ofNanos(call.nanos()));
        }
        calls.computeIfAbsent(new Outcome(shortName(call.method()), call.status().name(), call.errorNumber()),
                this::callCounter).increment();
    }

    @Override
    public void appended(int errorNumber, long nanos) {
        appends.computeIfAbsent(errorNumber, this::appendCounter).increment();
        appendTimes.record(Duration.ofNanos(nanos));
    }

    @Override
    public void received(long bytes) {
        received.add(bytes);
    }

    @Override
    public void sent(long bytes) {
        sent.add(bytes);
    }

    @Override
    public void close() {
        collections.close();
        registry.close();
    }

    private Counter callCounter(Outcome outcome) {
        return Counter.builder("bailiwick.server.calls").description("calls that ended")
                .tags("method", outcome.method(), "status", outcome.status(), "error",
                        Integer.toString(outcome.error()))
                .register(registry);
    }

    private Counter appendCounter(int error) {
        return Counter.builder("bailiwick.server.appends").description("appends of streams that were answered")
                .tag("error", Integer.toString(error)).register(registry);
    }

    private Timer timer(String name, String description, String... tags) {
        return Timer.builder(name).description(description).tags(tags).serviceLevelObjectives(BUCKETS)
                .register(registry);
    }

    private AtomicInteger streams(String method) {
        return streams.computeIfAbsent(method, it -> gauge("bailiwick.server.streams.open",
                "calls that last: append streams, subscriptions and others", "method", shortName(it)));
    }

    private AtomicInteger gauge(String name, String description, String... tags) {
        var number = new AtomicInteger();
        Gauge.builder(name, number, AtomicInteger::get).description(description).tags(tags).register(registry);
        return number;
    }

    private LongAdder bytes(String name) {
        var sum = new LongAdder();
        FunctionCounter.builder(name, sum, LongAdder::sum).baseUnit("bytes")
                .description("bytes of messages on the wire").register(registry);
        return sum;
    }

    private void storeGauge(String name, EventStore store, ToDoubleFunction<PartitionMap> value) {
        Gauge.builder(name, store, it -> {
            try {
                return value.applyAsDouble(it.partitionMap());
            } catch (BailiwickException e) {
                return 0; // closed
            }
        }).register(registry);
    }

    /// `Read` of `bailiwick.v1.EventStoreService/Read`
    private static String shortName(String method) {
        return method.substring(method.lastIndexOf('/') + 1);
    }
}
