package dev.bailiwick.examples;

import dev.bailiwick.persistence.DatabaseRegistry;
import dev.bailiwick.persistence.Handlers;
import dev.bailiwick.persistence.ShardingConfig;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/// A process that ends at once, as if it were killed, when it is about to take a payment or has just taken one.
final class TicketSagaChild {
    private TicketSagaChild() {
    }

    /// Works until it ends.
    ///
    /// @param arguments the configuration; the directory of payments; whether to end after the payment
    public static void main(String[] arguments) throws InterruptedException {
        var payments = new PaymentsInFiles(Path.of(arguments[1]));
        boolean isAfter = Boolean.parseBoolean(arguments[2]);
        var config = ShardingConfig.parse(arguments[0], Map.of());
        try (var databases = DatabaseRegistry.fromConfig(config);
                var handlers = Handlers.start(databases, TicketSagaTest.HASTY,
                        new TicketSaga(databases, (key, amount) -> {
                            boolean isPaid = isAfter && payments.take(key, amount);
                            Runtime.getRuntime().halt(TicketSagaTest.HALTED);
                            return isPaid;
                        }).handlers())) {
            System.out.println(handlers.metrics());
            new CountDownLatch(1).await();
        }
    }
}
