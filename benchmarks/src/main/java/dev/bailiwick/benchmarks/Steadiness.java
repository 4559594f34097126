package dev.bailiwick.benchmarks;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What the machine takes from threads that do nothing but look at the clock, one for each core: where one of them sees it jump, something else had
/// its core. A latency of some milliseconds at a load that keeps the cores busy says little about a program where this takes as long by itself.
///
/// @param lost of the time of a core
/// @param jumpsPerSecond of all cores together
/// @param longestNs the longest jump
record Steadiness(double lost, double jumpsPerSecond, double longestNs) {
    /// What counts as a jump.
    private static final long LEAST_NANOS = 500_000;

    /// Takes all cores for that time.
    static Steadiness measure(Duration time) throws InterruptedException {
        long endNs = System.nanoTime() + time.toNanos();
        var watches = Stream.generate(Watch::new).limit(Runtime.getRuntime().availableProcessors()).toList();
        var threads = IntStream.range(0, watches.size())
                .mapToObj(i -> Thread.ofPlatform().daemon().name("steadiness-" + i)
                        .start(() -> watches.get(i).lookUntil(endNs)))
                .toList();
        for (var thread : threads) {
            thread.join();
        }
        return of(watches, time);
    }

    static Steadiness of(List<Watch> watches, Duration time) {
        long lostNs = watches.stream().mapToLong(watch -> watch.lostNs).sum();
        int jumps = watches.stream().mapToInt(watch -> watch.jumps).sum();
        double longestNs = watches.stream().mapToDouble(watch -> watch.longestNs).max().orElse(0);
        return new Steadiness((double) lostNs / time.toNanos() / watches.size(), jumps * 1e9 / time.toNanos(),
                longestNs);
    }

    @Override
    public String toString() {
        return Numbers.percent(lost) + ", " + Numbers.perSecond(jumpsPerSecond) + ", longest "
                + Numbers.duration(longestNs);
    }

    /// What one thread sees. For one thread at a time.
    static final class Watch {
        private long lastNs;
        private long lostNs;
        private long longestNs;
        private int jumps;

        void lookUntil(long endNs) {
            start(System.nanoTime());
            while (lastNs - endNs < 0) {
                see(System.nanoTime());
            }
        }

        void start(long nowNs) {
            lastNs = nowNs;
        }

        void see(long nowNs) {
            long jumpNs = nowNs - lastNs;
            if (jumpNs >= LEAST_NANOS) {
                jumps++;
                lostNs += jumpNs;
                longestNs = Math.max(longestNs, jumpNs);
            }
            lastNs = nowNs;
        }
    }
}
