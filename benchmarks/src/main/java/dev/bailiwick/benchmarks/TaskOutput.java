package dev.bailiwick.benchmarks;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;

/// What a worker says to whoever started it: lines that begin with a mark. Everything without a mark is somebody else's.
/// Thread-safe, as the stream is.
final class TaskOutput {
    private static final long PROGRESS_NANOS = 500_000_000;

    private final PrintStream stream;
    private volatile long lastProgressNs = System.nanoTime();

    TaskOutput(PrintStream stream) {
        this.stream = stream;
    }

    void value(String name, double value) {
        say(Line.Kind.VALUE, name + " " + value);
    }

    void value(String name, long value) {
        say(Line.Kind.VALUE, name + " " + value);
    }

    void value(String name, boolean value) {
        value(name, value ? 1 : 0);
    }

    void note(String text) {
        say(Line.Kind.NOTE, text);
    }

    /// May be called often: a few get through each second.
    void progress(long done, long all) {
        long now = System.nanoTime();
        if (now - lastProgressNs > PROGRESS_NANOS) {
            lastProgressNs = now;
            say(Line.Kind.PROGRESS, String.format(Locale.ROOT, "%,d of %,d", done, all));
        }
    }

    void ready() {
        say(Line.Kind.READY, "");
    }

    void done() {
        say(Line.Kind.DONE, "");
    }

    private void say(Line.Kind kind, String text) {
        stream.println(kind.mark + text);
        stream.flush();
    }

    /// One such line.
    record Line(Kind kind, String text) {
        enum Kind {
            VALUE("@value "), NOTE("@note "), PROGRESS("@progress "), READY("@ready "), DONE("@done "), OTHER("");

            private final String mark;

            Kind(String mark) {
                this.mark = mark;
            }
        }

        static Line parse(String text) {
            var kind = Arrays.stream(Kind.values()).filter(candidate -> text.startsWith(candidate.mark)).findFirst()
                    .orElse(Kind.OTHER);
            return new Line(kind, text.substring(kind.mark.length()));
        }
    }
}
