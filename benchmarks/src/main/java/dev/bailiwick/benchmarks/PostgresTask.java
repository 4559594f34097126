package dev.bailiwick.benchmarks;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/// One INSERT a transaction, for several numbers of connections, into both kinds of table.
final class PostgresTask implements Task {
    private final Requests requests = new Requests();

    @Override
    public void run(TaskInput input, TaskOutput output) throws Exception {
        try (var server = PostgresServer.start(input.path("directory"))) {
            var settings = server.settings();
            if (!"on".equals(settings.get("fsync")) || !"on".equals(settings.get("synchronous_commit"))) {
                throw new IllegalStateException("PostgreSQL is not durable: " + settings);
            }
            output.note("PostgreSQL: " + settings.entrySet().stream()
                    .map(setting -> setting.getKey() + " " + setting.getValue()).collect(Collectors.joining(", ")));
            for (var table : PostgresEvents.values()) {
                try (var connection = server.connect()) {
                    table.create(connection);
                }
                measure(server, table, input, output);
            }
        }
    }

    private void measure(PostgresServer server, PostgresEvents table, TaskInput input, TaskOutput output)
            throws Exception {
        var population = new Population(input.number("aggregates"));
        var levels = input.numbers("levels");
        WarmUp.untilSteady(input,
                seconds -> run(server, table, population, levels.getLast(), seconds, new Latencies()));
        for (int connections : levels) {
            var latencies = new Latencies();
            double rate = run(server, table, population, connections, input.number("seconds"), latencies);
            var name = table.name().toLowerCase(Locale.ROOT) + "." + connections;
            output.value(name + ".rate", rate);
            latencies.report(output, name + ".latency");
        }
    }

    private double run(PostgresServer server, PostgresEvents table, Population population, int count, double seconds,
            Latencies latencies) throws Exception {
        List<Connection> connections = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                connections.add(server.connect());
            }
            return OneInFlight.run(count, Thread.ofPlatform().factory(), seconds, number -> {
                var random = new SplittableRandom(number);
                var insert = table.insert(connections.get(number));
                return () -> {
                    int aggregate = population.claimOneOf(() -> random.nextInt(population.size()));
                    long startNs = System.nanoTime();
                    table.insert(insert, aggregate, population.version(aggregate) + 1L, requests.payload(aggregate));
                    latencies.record(System.nanoTime() - startNs);
                    population.release(aggregate, 1);
                };
            });
        } finally {
            for (var connection : connections) {
                connection.close();
            }
        }
    }
}
