package dev.bailiwick.benchmarks;

/// Lets a JVM compile what is going to be measured: repeats the load until it gets no faster.
///
/// A fixed time would not do. Where two cores are busy with the load, the compiler needs half a minute or more to catch up,
/// and longer with a server beside.
final class WarmUp {
    private static final double ROUND_SECONDS = 2;
    /// A round that is less faster than this counts as no faster.
    private static final double GAIN = 1.03;
    private static final int ROUNDS_WITHOUT_GAIN = 4;

    /// A load that lasts as long as it is told.
    interface Load {
        /// Returns how many operations a second it did.
        double run(double seconds) throws Exception;
    }

    private WarmUp() {
    }

    static void untilSteady(TaskInput input, Load load) throws Exception {
        double mostSeconds = input.number("warmUpSeconds");
        var deadline = Deadline.inSeconds(mostSeconds);
        double best = 0;
        for (int without = 0; without < ROUNDS_WITHOUT_GAIN && !deadline.passed();) {
            double rate = load.run(Math.min(ROUND_SECONDS, mostSeconds));
            without = rate > best * GAIN ? 0 : without + 1;
            best = Math.max(best, rate);
        }
    }
}
