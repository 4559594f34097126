package dev.bailiwick.benchmarks;

import dev.bailiwick.persistence.ActionExecutor;
import dev.bailiwick.persistence.DataSourceConfig;
import dev.bailiwick.persistence.DatabaseRegistry;
import dev.bailiwick.persistence.MovePlan;
import dev.bailiwick.persistence.MoveState;
import dev.bailiwick.persistence.RepositoryRegistry;
import dev.bailiwick.persistence.ShardGroupConfig;
import dev.bailiwick.persistence.ShardMemberConfig;
import dev.bailiwick.persistence.ShardMove;
import dev.bailiwick.persistence.ShardMoves;
import dev.bailiwick.persistence.ShardingConfig;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedId;
import java.security.Principal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// A member with many rows that goes to and fro between two databases of one PostgreSQL, while actions on it come at half the rate that the machine can do.
final class MovesTask implements Task {
    private static final ShardIdentifier MEMBER = ShardIdentifier.of(0, 1);
    private static final int THREADS = 8;
    private static final int ROWS_AT_ONCE = 1_000;
    private static final Principal BENCH = () -> "bench";
    /// A move that takes longer than this for each row has failed.
    private static final double MOST_SECONDS_PER_ROW = 0.01;
    private static final long LEAST_LIMIT_SECONDS = 120;

    /// What goes on while actions are executed.
    enum Phase {
        NOTHING("before"), COPY("copying"), SWITCH("switching"), CLEAN("cleaning");

        private final String title;

        Phase(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }

        static Phase of(MoveState state) {
            return switch (state) {
                case PLANNED, COPYING -> COPY;
                case CATCHING_UP, FENCED, SWITCHED -> SWITCH;
                default -> CLEAN;
            };
        }
    }

    @Override
    public void run(TaskInput input, TaskOutput output) throws Exception {
        try (var server = PostgresServer.start(input.path("directory"));
                var databases = DatabaseRegistry.fromConfig(config(server))) {
            databases.migrate();
            var meters = MeterRepository.sharded(databases);
            meters.dbs().forEach(db -> db.execute(MeterTable.DDL));
            new Measurement(databases, meters, input, output).run();
        }
    }

    private static ShardingConfig config(PostgresServer server) throws Exception {
        var members = new ArrayList<ShardMemberConfig>();
        try (var connection = server.connect(); var statement = connection.createStatement()) {
            for (int i = 0; i < 2; i++) {
                var name = "moves_" + i;
                statement.execute("CREATE DATABASE " + name);
                members.add(ShardMemberConfig.of(i, name, DataSourceConfig.of(server.url(name))
                        .withLogin("postgres", "postgres").withMaximumPoolSize(THREADS + 4).withMinimumIdle(4)));
            }
        }
        return ShardingConfig.of(new ShardGroupConfig(0, "moves", members));
    }

    /// Belongs to one thread.
    private static final class Measurement {
        private final MeterRepository meters;
        private final ActionExecutor executor;
        private final ShardMoves moves;
        private final TaskInput input;
        private final TaskOutput output;
        private final List<ShardedId<Meter>> ids = new ArrayList<>();
        private final AtomicBoolean isOver = new AtomicBoolean();
        private final Map<Phase, Latencies> latencies = new EnumMap<>(Phase.class);
        private volatile Phase phase = Phase.NOTHING;

        Measurement(DatabaseRegistry databases, MeterRepository meters, TaskInput input, TaskOutput output) {
            var repositories = RepositoryRegistry.of(meters);
            this.meters = meters;
            this.executor = ActionExecutor.builder(databases, repositories).action(new CountAction(meters)).build();
            this.moves = databases.moves(repositories);
            this.input = input;
            this.output = output;
            for (var each : Phase.values()) {
                latencies.put(each, new Latencies());
            }
        }

        void run() throws Exception {
            fill();
            WarmUp.untilSteady(input, this::rate);
            double half = rate(input.number("seconds")) / 2;
            try (var threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
                var running = new ArrayList<Future<?>>();
                for (int i = 0; i < THREADS; i++) {
                    int thread = i;
                    running.add(threads.submit(() -> paced(thread, half / THREADS)));
                }
                try {
                    LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(input.number("seconds")));
                    for (int move = 0; move < input.number("moves"); move++) {
                        measureOne(move);
                    }
                } finally {
                    isOver.set(true);
                }
                for (var one : running) {
                    one.get();
                }
            }
            output.value("load", half);
            latencies.forEach((each, recorded) -> recorded.report(output, each.title()));
        }

        private void fill() {
            int rows = input.number("rows");
            while (ids.size() < rows) {
                var some = new ArrayList<Meter>();
                for (int i = 0; i < ROWS_AT_ONCE; i++) {
                    some.add(Meter.on(MEMBER, Instant.now()));
                }
                meters.addAll(some).forEach(meter -> ids.add(meter.id));
                output.progress(ids.size(), rows);
            }
        }

        /// The meters of a thread are its own, and it comes to each in turn.
        private void count(int thread, int number) {
            int each = ids.size() / THREADS;
            executor.execute(BENCH, CountAction.class,
                    new CountAction.Params(ids.get(thread * each + (int) (number * 7919L % each))));
        }

        private double rate(double seconds) throws Exception {
            return OneInFlight.run(THREADS, Thread.ofPlatform().factory(), seconds, thread -> {
                int[] next = {0};
                return () -> count(thread, next[0]++);
            });
        }

        private void measureOne(int number) throws Exception {
            MovePlan plan = number % 2 == 0
                    ? moves.planRelocation(MEMBER, ShardIdentifier.DEFAULT)
                    : moves.planAdoption(MEMBER);
            long startNs = System.nanoTime();
            var servedNs = new AtomicLong();
            phase = Phase.COPY;
            var move = inTime(() -> moves.start(plan, progress -> {
                output.progress(progress.copiedRows(), progress.plannedRows());
                phase = Phase.of(progress.state());
                if (progress.state() == MoveState.SWITCHED) {
                    servedNs.set(System.nanoTime());
                }
            }));
            double seconds = (servedNs.get() - startNs) / 1e9;
            output.value(number + ".seconds", seconds);
            output.value(number + ".rate", move.copiedRows() / seconds);
            output.value(number + ".pause", move.pause().toNanos());
            phase = Phase.CLEAN;
            inTime(() -> moves.clean(move.number()));
        }

        /// Where it takes too long this fails, which ends the process and whatever hangs in it.
        private ShardMove inTime(Callable<ShardMove> work) throws Exception {
            var result = Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory()).submit(work);
            return result.get(Math.max(LEAST_LIMIT_SECONDS, (long) (ids.size() * MOST_SECONDS_PER_ROW)),
                    TimeUnit.SECONDS);
        }

        /// Each action has its time, and its latency counts from there: who had to wait for a pause has waited for all of it.
        private void paced(int thread, double perSecond) {
            long everyNs = (long) (1e9 / perSecond);
            long dueNs = System.nanoTime();
            for (int number = 0; !isOver.get(); number++) {
                long waitNs = dueNs - System.nanoTime();
                if (waitNs > 0) {
                    LockSupport.parkNanos(waitNs);
                }
                var during = Objects.requireNonNull(latencies.get(phase));
                count(thread, number);
                during.record(System.nanoTime() - dueNs);
                dueNs += everyNs;
            }
        }
    }
}
