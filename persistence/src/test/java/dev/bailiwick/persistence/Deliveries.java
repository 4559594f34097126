package dev.bailiwick.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/// What a handler was given, in the order in which it was.
final class Deliveries implements EventHandler {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final List<LoggedEvent> taken = new ArrayList<>();
    private final List<LoggedEvent> refused = new ArrayList<>();
    private Predicate<LoggedEvent> refusing = event -> false;

    static String label(LoggedEvent event) {
        return event.modelId() + " " + event.version();
    }

    @Override
    public synchronized void handle(LoggedEvent event) {
        if (refusing.test(event)) {
            refused.add(event);
            notifyAll();
            throw new IllegalStateException("refused " + label(event) + "\0");
        }
        taken.add(event);
        notifyAll();
    }

    /// Which events fail from now on.
    synchronized void refuse(Predicate<LoggedEvent> condition) {
        refusing = condition;
    }

    synchronized List<LoggedEvent> taken() {
        return List.copyOf(taken);
    }

    synchronized List<LoggedEvent> refused() {
        return List.copyOf(refused);
    }

    /// The versions of a model, as they came.
    List<Long> versionsOf(Account account) {
        var id = account.id.uuid().toString();
        return taken().stream().filter(event -> event.modelId().equals(id)).map(LoggedEvent::version).toList();
    }

    void awaitTaken(int count) {
        until(() -> taken.size() >= count, () -> count + " events; there are " + taken.size());
    }

    /// So many, where each counts once.
    void awaitDifferent(int count) {
        until(() -> different() >= count, () -> count + " different events; there are " + different());
    }

    private long different() {
        return taken.stream().map(Deliveries::label).distinct().count();
    }

    void awaitRefused(int count) {
        until(() -> refused.size() >= count, () -> count + " failures; there are " + refused.size());
    }

    private interface Description {
        String text();
    }

    private synchronized void until(BooleanSupplier condition, Description wanted) {
        long endNs = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            long leftMs = (endNs - System.nanoTime()) / 1_000_000;
            if (leftMs <= 0) {
                throw new AssertionError("waited in vain for " + wanted.text());
            }
            try {
                wait(leftMs);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /// Asks a database until it says so.
    static void eventually(String what, BooleanSupplier condition) {
        long endNs = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited in vain until " + what).isLessThan(endNs);
            LockSupport.parkNanos(1_000_000); // leaves the processors to those it waits for
        }
    }

    /// Each once, and those of a model in their order.
    static void assertOnceAndInOrder(List<LoggedEvent> events, int count) {
        assertThat(events).hasSize(count);
        assertThat(events).extracting(Deliveries::label).doesNotHaveDuplicates();
        var versions = new HashMap<String, Long>();
        for (var event : events) {
            assertThat(event.version()).isEqualTo(versions.merge(event.modelId(), 1L, Long::sum));
        }
    }

    /// The events of a model begin with the first; each is followed by the next, or by one that came before and those that follow it once more; and the last one comes last.
    static void assertAtLeastOnceAndNeverWithAGap(List<LoggedEvent> events) {
        var last = new HashMap<String, Long>();
        var highest = new HashMap<String, Long>();
        for (var event : events) {
            assertThat(event.version()).as(label(event))
                    .isLessThanOrEqualTo(last.getOrDefault(event.modelId(), 0L) + 1);
            last.put(event.modelId(), event.version());
            highest.merge(event.modelId(), event.version(), Math::max);
        }
        assertThat(last).isEqualTo(highest);
    }

    /// Each at least once, and the first time each comes those of a model are in their order.
    static void assertAtLeastOnceAndInOrder(List<LoggedEvent> events, int count) {
        var seen = new HashSet<String>();
        var first = events.stream().filter(event -> seen.add(label(event))).toList();
        assertOnceAndInOrder(first, count);
    }
}
