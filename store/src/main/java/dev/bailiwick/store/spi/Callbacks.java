package dev.bailiwick.store.spi;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// Callbacks of many callers that share a thread, since most are short, although any may block.
///
/// Nobody may wait for somebody else's callback. So whoever made the group looks after it, and where it is not through a moment after
/// its threads started, more help with the rest of it, twice as many each time.
///
/// Belongs to whoever looks after it, one thread at a time.
///
/// @param <T> what one callback is about
public final class Callbacks<T> {
    private final Executor threads;
    private final List<T> waiting;
    private final Consumer<? super T> callback;
    private final long momentNanos;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger started = new AtomicInteger();
    private int helpers;
    private long helpedAtNanos;

    private Callbacks(Executor threads, List<T> waiting, Consumer<? super T> callback, long momentNanos) {
        this.threads = threads;
        this.waiting = waiting;
        this.callback = callback;
        this.momentNanos = momentNanos;
    }

    /// Runs the callback for each, in order as far as nobody has to be overtaken.
    ///
    /// @param threads gives everything that it gets a thread of its own
    /// @param waiting must not be changed any more
    /// @param callback throws nothing
    public static <T> Callbacks<T> start(Executor threads, List<T> waiting, Consumer<? super T> callback,
            long momentNanos) {
        var group = new Callbacks<>(threads, waiting, callback, momentNanos);
        group.help(1);
        return group;
    }

    /// Whether the last of them has begun.
    public boolean isThrough() {
        return next.get() >= waiting.size();
    }

    /// A thread that did not even start waits for a processor, and more threads would only wait behind it.
    public void helpIfLate() {
        if (System.nanoTime() - helpedAtNanos > momentNanos && started.get() == helpers) {
            help(Math.min(helpers, left()));
        }
    }

    /// For one who will not look after it any more: everything that is left gets a thread.
    public void helpAll() {
        help(left());
    }

    private int left() {
        return Math.max(0, waiting.size() - next.get());
    }

    private void help(int more) {
        helpers += more;
        helpedAtNanos = System.nanoTime();
        for (int i = 0; i < more; i++) {
            threads.execute(this::runAll);
        }
    }

    private void runAll() {
        started.incrementAndGet();
        for (int i = next.getAndIncrement(); i < waiting.size(); i = next.getAndIncrement()) {
            callback.accept(waiting.get(i));
        }
    }
}
