package dev.bailiwick.benchmarks;

import dev.bailiwick.client.BailiwickClient;
import dev.bailiwick.client.ClientOptions;
import dev.bailiwick.engine.Bailiwick;
import dev.bailiwick.engine.EngineOptions;
import dev.bailiwick.store.EventStore;
import java.nio.file.Files;
import java.nio.file.Path;

/// Opens the store that a task works on.
final class Stores {
    private static final int WARM_UP_WINDOW = 1_024;
    private static final int WARM_UP_AGGREGATES = 100_000;
    private static final int MAX_IN_FLIGHT = 16_384;

    private Stores() {
    }

    /// The store in the task's directory; or where the task has a port, the one that is served there.
    static EventStore open(TaskInput input) {
        if (isRemote(input)) {
            return BailiwickClient.connect("127.0.0.1:" + input.number(ServeTask.PORT),
                    ClientOptions.DEFAULT.withMaxInFlightAppends(MAX_IN_FLIGHT));
        }
        return open(input, input.path("directory"));
    }

    static boolean isRemote(TaskInput input) {
        return input.arguments().containsKey(ServeTask.PORT);
    }

    private static EventStore open(TaskInput input, Path directory) {
        return Bailiwick.open(EngineOptions.at(directory).withShards(input.number("shards"))
                .withMemoryBytes((long) input.number("memoryMegabytes") << 20));
    }

    /// Lets the JVM compile the write path, on a store that is thrown away.
    static void warmUp(TaskInput input) throws Exception {
        var directory = input.path("directory").resolveSibling("warm-up");
        try (var store = open(input, directory)) {
            warmUp(store, input, new Population(WARM_UP_AGGREGATES));
        }
        if (Files.exists(directory)) {
            Trees.delete(directory);
        }
    }

    static void warmUp(EventStore store, TaskInput input, Population population) throws Exception {
        var workload = new RandomWorkload(population, new Requests(), 7);
        WarmUp.untilSteady(input, seconds -> new Pipeline(store, WARM_UP_WINDOW).run(workload,
                Deadline.inSeconds(seconds).notPassed()) / seconds);
    }
}
