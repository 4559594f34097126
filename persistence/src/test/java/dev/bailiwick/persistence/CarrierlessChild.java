package dev.bailiwick.persistence;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/// A process in which no virtual thread gets to run, as when their carriers load classes and wait for others. It opens and migrates databases, reads the
/// shard map and makes a pass in the background.
final class CarrierlessChild {
    private CarrierlessChild() {
    }

    /// To be run with one carrier. Tells when it is done.
    public static void main(String[] arguments) throws InterruptedException {
        takeTheCarrier();
        var databases = IntStream.range(0, 4)
                .mapToObj(i -> DataSourceConfig.of("jdbc:h2:mem:carrierless" + i + ";DB_CLOSE_DELAY=-1")).toList();
        try (var registry = DatabaseRegistry.fromConfig(Fixture.config(databases))) {
            registry.migrate(Fixture.SCRIPTS);
            registry.shards().forEach(registry::effectiveShard);
            if (Thread.getAllStackTraces().keySet().stream().noneMatch(each -> each.getName().equals("shard map"))) {
                throw new IllegalStateException("nobody watches the shard map, or a virtual thread does");
            }
            var passed = new CountDownLatch(3);
            try (var _ = BackgroundPass.start("pass", Duration.ofMillis(1), passed::countDown)) {
                passed.await();
            }
        }
        System.out.println(CrossingChild.HERE);
        System.exit(0);
    }

    private static void takeTheCarrier() throws InterruptedException {
        var taken = new CountDownLatch(1);
        Thread.startVirtualThread(() -> {
            taken.countDown();
            while (true) {
                Thread.onSpinWait();
            }
        });
        taken.await();
    }
}
