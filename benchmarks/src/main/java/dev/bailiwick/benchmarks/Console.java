package dev.bailiwick.benchmarks;

import java.io.PrintWriter;
import java.util.List;

/// Results go to standard output, progress to standard error: in one line that is written over on a terminal, elsewhere a
/// line for each stage. Thread-safe.
final class Console {
    private static final Columns COLUMNS = new Columns(List.of(56, 13, 16, 7, 0));
    private static final int MAX_PROGRESS = 100;

    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean terminal;

    Console(PrintWriter out, PrintWriter err, boolean terminal) {
        this.out = out;
        this.err = err;
        this.terminal = terminal;
    }

    synchronized void line(String text) {
        clear();
        out.println(text);
        out.flush();
    }

    void row(List<String> cells) {
        line(COLUMNS.line(cells));
    }

    /// A new piece of work has begun.
    synchronized void stage(String text) {
        clear();
        if (terminal) {
            overwrite(text);
        } else {
            err.println("bench: " + text + " ...");
            err.flush();
        }
    }

    /// How far the work is; worth showing only where it can be written over.
    synchronized void progress(String text) {
        if (terminal) {
            clear();
            overwrite(text);
        }
    }

    synchronized void clear() {
        if (terminal) {
            err.print("\r\033[K");
            err.flush();
        }
    }

    private void overwrite(String text) {
        var line = "bench: " + text;
        err.print(line.length() > MAX_PROGRESS ? line.substring(0, MAX_PROGRESS) : line);
        err.flush();
    }
}
