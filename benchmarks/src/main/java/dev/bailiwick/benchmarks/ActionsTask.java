package dev.bailiwick.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.bailiwick.persistence.ActionExecutor;
import dev.bailiwick.persistence.DataSourceConfig;
import dev.bailiwick.persistence.DatabaseRegistry;
import dev.bailiwick.persistence.RepositoryRegistry;
import dev.bailiwick.persistence.ShardGroupConfig;
import dev.bailiwick.persistence.ShardMemberConfig;
import dev.bailiwick.persistence.ShardingConfig;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedId;
import java.security.Principal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Actions on one database, the same through a configuration of shards that has only that one, and the same by hand, in turns and for several
/// numbers of threads, on one PostgreSQL.
final class ActionsTask implements Task {
    private static final int METERS_PER_THREAD = 1_000;
    private static final int TURNS = 8;
    private static final Principal BENCH = () -> "bench";

    @Override
    public void run(TaskInput input, TaskOutput output) throws Exception {
        var levels = input.numbers("levels");
        try (var server = PostgresServer.start(input.path("directory"))) {
            var config = DataSourceConfig.of(server.url("postgres")).withLogin("postgres", "postgres")
                    .withMaximumPoolSize(levels.getLast()).withMinimumIdle(levels.getLast());
            var member = ShardMemberConfig.of(0, "only", config.withMinimumIdle(0));
            try (var databases = DatabaseRegistry.fromConfig(ShardingConfig.single(config));
                    var sharded = DatabaseRegistry
                            .fromConfig(ShardingConfig.of(ShardGroupConfig.of(0, "only", member)));
                    var pool = pool(config);
                    var connection = server.connect();
                    var statement = connection.createStatement()) {
                databases.migrate();
                statement.execute(MeterTable.DDL);
                measure(databases, sharded, new HandWrittenCount(pool), input, output);
            }
        }
    }

    /// As the registry makes its own.
    private static HikariDataSource pool(DataSourceConfig config) {
        var settings = new HikariConfig();
        settings.setJdbcUrl(config.jdbcUrl());
        settings.setUsername(config.username());
        settings.setPassword(config.password());
        settings.setMaximumPoolSize(config.maximumPoolSize());
        settings.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        return new HikariDataSource(settings);
    }

    private static Work actions(DatabaseRegistry databases, MeterRepository repository) {
        var executor = ActionExecutor.builder(databases, RepositoryRegistry.of(repository))
                .action(new CountAction(repository)).build();
        return meter -> executor.execute(BENCH, CountAction.class, new CountAction.Params(meter));
    }

    private static void measure(DatabaseRegistry databases, DatabaseRegistry sharded, HandWrittenCount byHand,
            TaskInput input, TaskOutput output) throws Exception {
        var levels = input.numbers("levels");
        var repository = MeterRepository.plain(databases);
        var meters = new ArrayList<List<ShardedId<Meter>>>();
        for (int thread = 0; thread < levels.getLast(); thread++) {
            var some = new ArrayList<Meter>();
            for (int i = 0; i < METERS_PER_THREAD; i++) {
                some.add(Meter.on(ShardIdentifier.DEFAULT, Instant.now()));
            }
            meters.add(repository.addAll(some).stream().map(meter -> meter.id).toList());
        }
        var action = actions(databases, repository);
        var throughGroups = actions(sharded, MeterRepository.sharded(sharded));
        Work hand = meter -> byHand.count(meter.uuid());
        for (var work : List.of(action, throughGroups, hand)) {
            WarmUp.untilSteady(input, seconds -> rate(8, seconds, meters, work, new Latencies()));
        }
        var works = new LinkedHashMap<String, Work>();
        works.put("action", action);
        works.put("sharded", throughGroups);
        works.put("hand", hand);
        for (int threads : levels) {
            measureInTurns(threads, works, meters, input, output);
        }
    }

    /// In many short turns: where a machine is slower for some seconds, it is so for all of them.
    private static void measureInTurns(int threads, Map<String, Work> works, List<List<ShardedId<Meter>>> meters,
            TaskInput input, TaskOutput output) throws Exception {
        double seconds = 2.0 * input.number("seconds") / TURNS;
        var rates = new HashMap<String, Double>();
        var latencies = new HashMap<String, Latencies>();
        for (int turn = 0; turn < TURNS; turn++) {
            for (var work : works.entrySet()) {
                var recorded = latencies.computeIfAbsent(work.getKey(), name -> new Latencies());
                rates.merge(work.getKey(), rate(threads, seconds, meters, work.getValue(), recorded) / TURNS,
                        Double::sum);
            }
        }
        for (var name : works.keySet()) {
            output.value(name + "." + threads + ".rate", rates.getOrDefault(name, 0.0));
            latencies.getOrDefault(name, new Latencies()).report(output, name + "." + threads + ".latency");
        }
    }

    private static double rate(int threads, double seconds, List<List<ShardedId<Meter>>> meters, Work work,
            Latencies latencies) throws Exception {
        return OneInFlight.run(threads, Thread.ofPlatform().factory(), seconds,
                thread -> step(meters.get(thread), work, latencies));
    }

    private interface Work {
        void on(ShardedId<Meter> meter) throws Exception;
    }

    private static OneInFlight.Step step(List<ShardedId<Meter>> meters, Work work, Latencies latencies) {
        int[] next = {0};
        return () -> {
            var meter = meters.get(next[0]++ % meters.size());
            long startNs = System.nanoTime();
            work.on(meter);
            latencies.record(System.nanoTime() - startNs);
        };
    }
}
