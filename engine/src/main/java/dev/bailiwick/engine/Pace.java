package dev.bailiwick.engine;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// How fast work in the background goes that has time: it rests for several times as long as it worked. Done in one go, it
/// would keep a core busy for a good part of a second, and on a machine with few of them everybody else would wait that long.
///
/// For one thread.
final class Pace {
    private static final long WORK_NS = 500_000;
    private static final int REST = 3;
    /// How many steps are taken before the clock is looked at.
    private static final int STEPS = 64;

    private final BooleanSupplier inHurry;
    private long sinceNs = System.nanoTime();
    private int steps;

    /// @param inHurry whether there is no time to rest
    Pace(BooleanSupplier inHurry) {
        this.inHurry = inHurry;
    }

    /// No resting.
    static Pace unbound() {
        return new Pace(() -> true);
    }

    /// To be called after each small piece of the work.
    void step() {
        if (++steps < STEPS) {
            return;
        }
        steps = 0;
        long workedNs = System.nanoTime() - sinceNs;
        if (workedNs >= WORK_NS) {
            if (!inHurry.getAsBoolean()) {
                LockSupport.parkNanos(REST * workedNs);
            }
            sinceNs = System.nanoTime();
        }
    }
}
