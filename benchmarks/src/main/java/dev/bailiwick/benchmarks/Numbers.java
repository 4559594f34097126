package dev.bailiwick.benchmarks;

import java.util.Arrays;
import java.util.Locale;

/// Figures as people read them. What was not measured is NaN all the way, and reads so.
final class Numbers {
    static final String NOT_MEASURED = "not measured";

    private Numbers() {
    }

    static String count(double value) {
        return shown(value, "%,.0f");
    }

    static String perSecond(double value) {
        return shown(value, "%,.0f/s");
    }

    static String times(double value) {
        return shown(value, "%,.2f x");
    }

    static String percent(double fraction) {
        return shown(fraction * 100, "%,.1f %%");
    }

    static String seconds(double value) {
        return shown(value, "%,.2f s");
    }

    static String bytes(double value) {
        return shown(value, "%,.0f B");
    }

    static String megabytes(double bytes) {
        return shown(bytes / (1 << 20), "%,.0f MiB");
    }

    /// A time that may be short or long, from nanoseconds.
    static String duration(double nanos) {
        if (nanos < 1e6) {
            return shown(nanos / 1e3, "%,.0f µs");
        }
        return nanos < 1e9 ? shown(nanos / 1e6, "%,.2f ms") : shown(nanos / 1e9, "%,.2f s");
    }

    static double median(double... values) {
        var sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static String shown(double value, String format) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : NOT_MEASURED;
    }
}
