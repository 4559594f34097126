package dev.bailiwick.benchmarks;

import dev.bailiwick.persistence.ActionExecutor;
import dev.bailiwick.persistence.DataSourceConfig;
import dev.bailiwick.persistence.DatabaseRegistry;
import dev.bailiwick.persistence.EventHandler;
import dev.bailiwick.persistence.Handler;
import dev.bailiwick.persistence.Handlers;
import dev.bailiwick.persistence.RepositoryRegistry;
import dev.bailiwick.persistence.ShardingConfig;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedId;
import dev.bailiwick.placement.ShardedUUID;
import java.security.Principal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Handlers that have a shard's events before them, alone and beside writers, on one PostgreSQL.
final class HandlersTask implements Task {
    private static final int METERS = 1_000;
    private static final int WRITERS = 8;
    private static final int TURNS = 8;
    private static final int POOL_SIZE = 32;
    private static final long MOST_SECONDS = 600;
    private static final Principal BENCH = () -> "bench";

    private enum Beside {
        NOTHING, FOLLOWING, DRAINING
    }

    @Override
    public void run(TaskInput input, TaskOutput output) throws Exception {
        try (var server = PostgresServer.start(input.path("directory"))) {
            var config = DataSourceConfig.of(server.url("postgres")).withLogin("postgres", "postgres")
                    .withMaximumPoolSize(POOL_SIZE).withMinimumIdle(POOL_SIZE);
            try (var databases = DatabaseRegistry.fromConfig(ShardingConfig.single(config));
                    var connection = server.connect();
                    var statement = connection.createStatement()) {
                databases.migrate();
                statement.execute(MeterTable.DDL);
                new Measurement(databases, input, output).run();
            }
        }
    }

    /// Belongs to one thread.
    private static final class Measurement {
        private final DatabaseRegistry databases;
        private final MeterRepository repository;
        private final TaskInput input;
        private final TaskOutput output;
        private int handlers;

        Measurement(DatabaseRegistry databases, TaskInput input, TaskOutput output) {
            this.databases = databases;
            this.repository = MeterRepository.plain(databases);
            this.input = input;
            this.output = output;
        }

        void run() throws Exception {
            int events = input.number("events");
            var meters = written(events);
            EventHandler nothing = event -> {};
            output.value("first", drained(events, nothing, false)); // gives every event its position, too
            WarmUp.untilSteady(input, seconds -> drained(events, nothing, false));
            output.value("trivial", drained(events, nothing, false));
            output.value("updating", drained(events, event -> repository
                    .note(ShardedId.of(Meter.class, ShardedUUID.from(Ids.parse(event.modelId())))), true));
            measureWriters(meters);
        }

        /// Meters with so many events together.
        private List<ShardedId<Meter>> written(int events) {
            var meters = new ArrayList<Meter>();
            for (int i = 0; i < METERS; i++) {
                meters.add(Meter.on(ShardIdentifier.DEFAULT, Instant.now()));
            }
            var rows = repository.addAll(meters);
            for (int done = 0; done < events; done += METERS) {
                rows = repository.updateAll(rows.stream().map(Meter::count).toList());
                output.progress(done, events);
            }
            return rows.stream().map(meter -> meter.id).toList();
        }

        private Handler handler(EventHandler code) {
            return Handler.of("bench " + ++handlers, code);
        }

        /// Events a second until a new handler has had all.
        private double drained(int events, EventHandler code, boolean inTransaction) throws InterruptedException {
            var left = new AtomicLong(events);
            var done = new CountDownLatch(1);
            var handler = handler(event -> {
                code.handle(event);
                if (left.decrementAndGet() == 0) {
                    done.countDown();
                }
            });
            long startNs = System.nanoTime();
            try (var running = Handlers.start(databases, inTransaction ? handler.inTransaction() : handler)) {
                if (!done.await(MOST_SECONDS, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("not all events came: " + running.metrics());
                }
            }
            return events * 1e9 / (System.nanoTime() - startNs);
        }

        /// In turns, so that where a machine is slower for some seconds it is so for all of them.
        private void measureWriters(List<ShardedId<Meter>> meters) throws Exception {
            var executor = ActionExecutor.builder(databases, RepositoryRegistry.of(repository))
                    .action(new CountAction(repository)).build();
            WarmUp.untilSteady(input, seconds -> rate(executor, meters, seconds, new Latencies()));
            double seconds = 2.0 * input.number("seconds") / TURNS;
            var rates = new HashMap<Beside, Double>();
            var latencies = new HashMap<Beside, Latencies>();
            long drained = 0;
            for (int turn = 0; turn < TURNS; turn++) {
                for (var beside : Beside.values()) {
                    var count = new AtomicLong();
                    var recorded = latencies.computeIfAbsent(beside, each -> new Latencies());
                    try (var _ = beside(beside, count)) {
                        rates.merge(beside, rate(executor, meters, seconds, recorded) / TURNS, Double::sum);
                    }
                    drained += beside == Beside.DRAINING ? count.get() : 0;
                }
            }
            for (var beside : Beside.values()) {
                output.value("writers." + beside + ".rate", rates.getOrDefault(beside, 0.0));
                latencies.getOrDefault(beside, new Latencies()).report(output, "writers." + beside + ".latency");
            }
            output.value("drainedBeside", drained / (TURNS * seconds));
        }

        private interface Running extends AutoCloseable {
            @Override
            void close();
        }

        private Running beside(Beside beside, AtomicLong count) {
            EventHandler counting = event -> count.incrementAndGet();
            return switch (beside) {
                case NOTHING -> () -> {};
                case FOLLOWING -> Handlers.start(databases, handler(counting).fromNow())::close;
                case DRAINING -> Handlers.start(databases, handler(counting))::close;
            };
        }

        private static double rate(ActionExecutor executor, List<ShardedId<Meter>> meters, double seconds,
                Latencies latencies) throws Exception {
            int each = meters.size() / WRITERS;
            return OneInFlight.run(WRITERS, Thread.ofPlatform().factory(), seconds, thread -> {
                int[] next = {0};
                return () -> {
                    var meter = meters.get(thread * each + next[0]++ % each);
                    long startNs = System.nanoTime();
                    executor.execute(BENCH, CountAction.class, new CountAction.Params(meter));
                    latencies.record(System.nanoTime() - startNs);
                };
            });
        }
    }
}
