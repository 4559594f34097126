package dev.bailiwick.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/// Gives the answers of a group that was decided.
///
/// A platform thread that waits is woken at once. What callers attached to an answer runs when it is given, which may take any
/// time and must never be done by the shard's thread: one virtual thread gives all these answers of a group, since most callers
/// attach little or nothing. Virtual threads that wait are woken by it too, which costs it less than the shard's thread; but where
/// there are few, it is quicker without it.
///
/// Nobody may wait for somebody else's callback, though: where a group is not through a moment after its threads started, more help
/// with the rest of it, twice as many each time. So a callback that blocks holds up no other for long, even if it waits for an
/// answer of the same group.
///
/// Belongs to the shard's thread.
final class Answering {
    private static final long MOMENT_NANOS = 1_000_000;
    private static final int FEW = 3;

    private final Executor threads;
    private final List<Group> unfinished = new ArrayList<>();
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
            var group = new Group(aside.toArray(Work<?>[]::new));
            unfinished.add(group);
            group.help(1);
            aside.clear();
        }
    }

    /// Helps groups that are not through, and returns after how many nanoseconds to look again; 0 if all are.
    long lookAfter() {
        if (unfinished.isEmpty()) {
            return 0;
        }
        unfinished.removeIf(Group::isThrough);
        long now = System.nanoTime();
        unfinished.forEach(group -> group.helpIfLate(now));
        return unfinished.isEmpty() ? 0 : MOMENT_NANOS;
    }

    /// Nobody will look again, so every answer that is left gets a thread.
    void finish() {
        unfinished.forEach(Group::helpAll);
    }

    /// Answers that are given in order, as far as nobody has to be overtaken.
    private final class Group {
        private final Work<?>[] answers;
        private final AtomicInteger next = new AtomicInteger();
        private final AtomicInteger started = new AtomicInteger();
        private int helpers;
        private long helpedAtNanos;

        Group(Work<?>[] answers) {
            this.answers = answers;
        }

        boolean isThrough() {
            return next.get() >= answers.length;
        }

        /// A thread that did not even start waits for a processor, and more threads would only wait behind it.
        void helpIfLate(long nowNanos) {
            if (nowNanos - helpedAtNanos > MOMENT_NANOS && started.get() == helpers) {
                help(Math.min(helpers, left()));
            }
        }

        void helpAll() {
            help(left());
        }

        private int left() {
            return Math.max(0, answers.length - next.get());
        }

        void help(int more) {
            helpers += more;
            helpedAtNanos = System.nanoTime();
            for (int i = 0; i < more; i++) {
                threads.execute(this::giveAll);
            }
        }

        private void giveAll() {
            started.incrementAndGet();
            for (int i = next.getAndIncrement(); i < answers.length; i = next.getAndIncrement()) {
                answers[i].giveAnswer();
            }
        }
    }
}
