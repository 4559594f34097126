package dev.bailiwick.benchmarks;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// How much was allocated since it was made: by the thread that made it, and by all others.
final class Allocation {
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final long ownBefore = threads.getCurrentThreadAllocatedBytes();
    private final long totalBefore = threads.getTotalThreadAllocatedBytes();

    void report(TaskOutput output, String name, long appends) {
        long own = threads.getCurrentThreadAllocatedBytes() - ownBefore;
        long total = threads.getTotalThreadAllocatedBytes() - totalBefore;
        output.value(name + ".caller", (double) own / appends);
        output.value(name + ".others", (double) (total - own) / appends);
    }
}
