package dev.bailiwick.persistence;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;

/// What a handler does at a time: a page of events, and models that were stalled and are due. The events of a model are a [Lane]; lanes run beside each other. When all have ended, one
/// transaction acknowledges everything.
///
/// The page belongs to the slots that are furthest behind, and ends at the latest where the next ones are, so that they go on together.
///
/// Belongs to one thread, but for the lanes.
final class Round {
    /// So many positions are looked at for a page at most, whatever the handler wants of them.
    static final int MAX_WINDOW = 10_000;
    private static final int MAX_DUE = 100;
    /// So many events of a stalled model at a time, however many have come together.
    private static final int MAX_BEHIND = 100;

    private final List<Slot> behind;
    private final long start;
    private final long end;
    private final boolean isFull;
    private final List<Lane> lanes;

    private Round(List<Slot> behind, long start, long end, boolean isFull, List<Lane> lanes) {
        this.behind = behind;
        this.start = start;
        this.end = end;
        this.isFull = isFull;
        this.lanes = lanes;
    }

    /// What there is to do.
    ///
    /// @param held at least one
    /// @param lastPosition where the feed ends
    /// @param homes whose events are not handled here, at least as new as the end of the feed
    /// @param window how many positions to look at
    static Round read(Source source, List<Slot> held, long lastPosition, int window, AbsentHomes homes) {
        int pageSize = source.pageSize();
        long start = held.stream().mapToLong(Slot::position).min().orElseThrow();
        var behind = held.stream().filter(slot -> slot.position() == start).toList();
        long next = held.stream().mapToLong(Slot::position).filter(position -> position > start).min()
                .orElse(Long.MAX_VALUE);
        long ceiling = Math.max(start, Math.min(Math.min(next, lastPosition), start + window));
        List<LoggedEvent> page = ceiling == start
                ? List.of()
                : source.events().between(start, ceiling, numbers(behind), pageSize, homes);
        long end = page.size() == pageSize ? page.getLast().position().orElseThrow() : ceiling;
        var lanes = new ArrayList<Lane>();
        for (var stall : source.stalls().due(source.handler().name(), numbers(held), MAX_DUE, homes)) {
            long upTo = held.stream().filter(slot -> slot.number() == stall.slot()).mapToLong(Slot::position)
                    .map(position -> position == start ? end : position).findFirst().orElse(0);
            int most = Math.min(pageSize, MAX_BEHIND);
            var events = source.events().ofModel(stall.stream(), stall.afterVersion(), upTo, most);
            lanes.add(new Lane(stall.stream(), events, stall, events.size() == most, false));
        }
        var byModel = new LinkedHashMap<EventDraft.Stream, List<LoggedEvent>>();
        for (var event : page) {
            byModel.computeIfAbsent(new EventDraft.Stream(event.modelType(), event.modelId()),
                    stream -> new ArrayList<>()).add(event);
        }
        byModel.forEach((stream, events) -> lanes.add(new Lane(stream, events, null, false,
                homes.holds(stream))));
        return new Round(behind, start, end, page.size() == pageSize, lanes);
    }

    /// Where the work comes from.
    record Source(Handler handler, WantedEvents events, StallTable stalls, int pageSize) {
        /// A page of a handler that wants everything; one that finds less looks further next time.
        int firstWindow() {
            return Math.min(pageSize, MAX_WINDOW);
        }
    }

    private static Collection<Integer> numbers(Collection<Slot> slots) {
        return slots.stream().map(Slot::number).toList();
    }

    /// Whether there is something for the handler.
    boolean hasWork() {
        return !lanes.isEmpty();
    }

    /// How many positions to look at next.
    int windowAfter(int window, int first) {
        return isFull ? first : Math.min(2 * window, MAX_WINDOW);
    }

    /// How many positions it is about.
    long length() {
        return end - start;
    }

    /// Returns when everything is handled, or may not go on.
    ///
    /// @param mayGoOn asked before each event
    void run(EventHandler code, int concurrency, BooleanSupplier mayGoOn, HandlerCounts counts) {
        var waiting = new ConcurrentLinkedQueue<>(lanes);
        Runnable worker = () -> {
            for (var lane = waiting.poll(); lane != null; lane = waiting.poll()) {
                lane.run(code, mayGoOn, counts);
            }
        };
        int workers = Math.min(concurrency, lanes.size());
        if (workers <= 1) {
            worker.run();
            return;
        }
        try (var threads = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("handler ", 0).factory())) {
            for (int i = 0; i < workers; i++) {
                threads.execute(worker);
            }
        }
    }

    /// Moves the slots to where it ends.
    void advance() {
        behind.forEach(slot -> slot.advance(end));
    }

    /// Writes what could not be handled.
    ///
    /// @return what was parked
    List<LoggedEvent> settle(Transaction transaction, Source source) {
        var parked = new ArrayList<LoggedEvent>();
        lanes.forEach(lane -> lane.settle(source.stalls(), transaction, source.handler()).ifPresent(parked::add));
        return parked;
    }
}
