package dev.bailiwick.benchmarks;

import dev.bailiwick.server.BailiwickServer;
import dev.bailiwick.server.ServerOptions;
import java.util.concurrent.CountDownLatch;

/// Serves a store on the loopback address until it is killed.
final class ServeTask implements Task {
    static final String PORT = "port";

    @Override
    public void run(TaskInput input, TaskOutput output) throws Exception {
        try (var server = BailiwickServer.start(ServerOptions.serving(Stores.open(input)).withPort(0))) {
            output.value(PORT, server.port());
            output.ready();
            new CountDownLatch(1).await();
        }
    }
}
