package dev.bailiwick.client;

import dev.bailiwick.store.spi.Callbacks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;

/// Gives answers to which callers may have attached anything: those that came in one message share a virtual thread, and one that
/// blocks it holds up the others for some moments only. Thread-safe.
final class Answers {
    private final Executor threads;
    private final long momentNs;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Callbacks<PendingAppend>> unfinished = new ArrayList<>();
    private boolean finished;

    /// @param threads gives everything that it gets a thread of its own
    /// @param momentNs after which others are let overtake one that blocks
    Answers(Executor threads, long momentNs) {
        this.threads = threads;
        this.momentNs = momentNs;
    }

    /// @param ready must not be changed any more
    void give(List<PendingAppend> ready) {
        if (ready.isEmpty()) {
            return;
        }
        var group = Callbacks.start(threads, ready, PendingAppend::giveAnswer, momentNs);
        if (ready.size() > 1) {
            locked(() -> {
                unfinished.add(group);
                if (finished) {
                    group.helpAll();
                }
            });
        }
    }

    /// Has those overtaken that block.
    void lookAfter() {
        locked(() -> {
            unfinished.removeIf(Callbacks::isThrough);
            unfinished.forEach(Callbacks::helpIfLate);
        });
    }

    /// Nobody will look again, neither after what was given nor after what is given yet.
    void finish() {
        locked(() -> {
            finished = true;
            unfinished.forEach(Callbacks::helpAll);
        });
    }

    private void locked(Runnable work) {
        lock.lock();
        try {
            work.run();
        } finally {
            lock.unlock();
        }
    }
}
