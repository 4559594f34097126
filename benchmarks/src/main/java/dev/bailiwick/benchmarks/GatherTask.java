package dev.bailiwick.benchmarks;

import dev.bailiwick.persistence.DataSourceConfig;
import dev.bailiwick.persistence.DatabaseRegistry;
import dev.bailiwick.persistence.GatherOptions;
import dev.bailiwick.persistence.ShardGroupConfig;
import dev.bailiwick.persistence.ShardMemberConfig;
import dev.bailiwick.persistence.ShardingConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// Questions to several shards, whose databases wait for some milliseconds before they answer.
final class GatherTask implements Task {
    @Override
    public void run(TaskInput input, TaskOutput output) throws Exception {
        try (var server = PostgresServer.start(input.path("directory"))) {
            for (int shards : input.numbers("levels")) {
                try (var databases = DatabaseRegistry.fromConfig(config(server, shards))) {
                    databases.migrate();
                    databases.shards().forEach(databases::effectiveShard);
                    var meters = MeterRepository.sharded(databases);
                    WarmUp.untilSteady(input, seconds -> ask(meters, 0, seconds, new Latencies(), new Latencies()));
                    for (int delayMs : input.numbers("delays")) {
                        measure(meters, shards, delayMs, input, output);
                    }
                }
            }
        }
    }

    private static ShardingConfig config(PostgresServer server, int shards) throws Exception {
        var members = new ArrayList<ShardMemberConfig>();
        try (var connection = server.connect(); var statement = connection.createStatement()) {
            for (int i = 0; i < shards; i++) {
                var name = "gather_" + shards + "_" + i;
                statement.execute("CREATE DATABASE " + name);
                members.add(ShardMemberConfig.of(i, name, DataSourceConfig.of(server.url(name))
                        .withLogin("postgres", "postgres").withMaximumPoolSize(4).withMinimumIdle(1)));
            }
        }
        return ShardingConfig.of(new ShardGroupConfig(0, "gather", members));
    }

    private static void measure(MeterRepository meters, int shards, int delayMs, TaskInput input, TaskOutput output)
            throws Exception {
        var whole = new Latencies();
        var slowest = new Latencies();
        ask(meters, delayMs, input.number("seconds"), whole, slowest);
        output.value(shards + "." + delayMs + ".whole", whole.percentile(50));
        output.value(shards + "." + delayMs + ".slowest", slowest.percentile(50));
    }

    private static double ask(MeterRepository meters, int delayMs, double seconds, Latencies whole, Latencies slowest)
            throws Exception {
        var sql = "SELECT pg_sleep(" + delayMs / 1_000.0 + ")";
        return OneInFlight.run(1, Thread.ofPlatform().factory(), seconds, thread -> () -> {
            var longestNs = new AtomicLong();
            long startNs = System.nanoTime();
            meters.gather(GatherOptions.standard(), db -> {
                long askedNs = System.nanoTime();
                db.execute(sql);
                longestNs.accumulateAndGet(System.nanoTime() - askedNs, Math::max);
                return List.of();
            });
            whole.record(System.nanoTime() - startNs);
            slowest.record(longestNs.get());
        });
    }
}
