package dev.bailiwick.persistence;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// A process that handles events and prints each, until its input ends or it stands still to be killed.
final class HandlingChild {
    /// Printed when it is ready.
    static final String READY = "READY";

    private HandlingChild() {
    }

    /// Handles events.
    ///
    /// @param arguments after how many events to stand still; URL, user and password of the database
    public static void main(String[] arguments) throws IOException {
        int count = Integer.parseInt(arguments[0]);
        var config = DataSourceConfig.of(arguments[1]).withLogin(arguments[2], arguments[3]);
        var handled = new AtomicInteger();
        var handler = Handler.of("all", event -> {
            print(System.nanoTime() + " " + Deliveries.label(event));
            if (handled.incrementAndGet() >= count) {
                print(CrossingChild.HERE);
                new CountDownLatch(1).await();
            }
        });
        try (var registry = DatabaseRegistry.fromConfig(ShardingConfig.single(config));
                var handlers = Handlers.start(registry, options(), List.of(handler))) {
            print(READY);
            while (System.in.read() >= 0) {
                print(handlers.metrics().toString());
            }
        }
    }

    static HandlerOptions options() {
        return HandlerOptions.standard().withLease(Duration.ofSeconds(1)).withMaxIdle(Duration.ofMillis(20))
                .withPageSize(20);
    }

    private static synchronized void print(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
