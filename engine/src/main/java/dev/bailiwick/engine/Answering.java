package dev.bailiwick.engine;

import dev.bailiwick.store.spi.Callbacks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/// Gives the answers of a group that was decided.
///
/// A platform thread that waits is woken at once. What callers attached to an answer runs when it is given, which may take any
/// time and must never be done by the shard's thread: one virtual thread gives all these answers of a group, since most callers
/// attach little or nothing. Virtual threads that wait are woken by it too, which costs it less than the shard's thread; but where
/// there are few, it is quicker without it.
///
/// A callback that blocks holds up no other for long, even if it waits for an answer of the same group; see [Callbacks].
///
/// Belongs to the shard's thread.
final class Answering {
    private static final long MOMENT_NANOS = 1_000_000;
    private static final int FEW = 3;

    private final Executor threads;
    private final List<Callbacks<Work<?>>> unfinished = new ArrayList<>();
    private final List<Work<?>> aside = new ArrayList<>();

    /// @param threads gives everything that it gets a thread of its own
    Answering(Executor threads) {
        this.threads = threads;
    }

    void give(List<Work<?>> decided) {
        boolean few = decided.size() <= FEW;
        for (int i = 0; i < decided.size(); i++) {
            var work = decided.get(i);
            switch (work.recipient()) {
                case PLATFORM_THREAD -> work.giveAnswer();
                case VIRTUAL_THREAD -> {
                    if (few) {
                        work.giveAnswer();
                    } else {
                        aside.add(work);
                    }
                }
                case ANYTHING -> aside.add(work);
            }
        }
        if (!aside.isEmpty()) {
            unfinished.add(Callbacks.start(threads, List.copyOf(aside), Work::giveAnswer, MOMENT_NANOS));
            aside.clear();
        }
    }

    /// Helps groups that are not through, and returns after how many nanoseconds to look again; 0 if all are.
    long lookAfter() {
        if (unfinished.isEmpty()) {
            return 0;
        }
        unfinished.removeIf(Callbacks::isThrough);
        unfinished.forEach(Callbacks::helpIfLate);
        return unfinished.isEmpty() ? 0 : MOMENT_NANOS;
    }

    /// Nobody will look again, so every answer that is left gets a thread.
    void finish() {
        unfinished.forEach(Callbacks::helpAll);
    }
}
