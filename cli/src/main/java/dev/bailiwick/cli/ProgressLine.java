package dev.bailiwick.cli;

import java.io.PrintWriter;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;

/// One line on standard error that is written over and over, on a terminal only. Thread-safe.
final class ProgressLine {
    private static final long INTERVAL_NS = 100_000_000;
    private static final int MAX_LENGTH = 79;

    private final PrintWriter err;
    private final boolean terminal;
    private final long startNs = System.nanoTime();
    private long shownNs = -INTERVAL_NS;
    private boolean shown;

    private ProgressLine(PrintWriter err, boolean terminal) {
        this.err = err;
        this.terminal = terminal;
    }

    static ProgressLine of(CommandSpec command) {
        return new ProgressLine(command.commandLine().getErr(), Surroundings.of(command).terminal());
    }

    /// Shows the text, unless something was shown a moment ago.
    synchronized void show(Supplier<String> text) {
        long nowNs = System.nanoTime() - startNs;
        if (terminal && nowNs - shownNs >= INTERVAL_NS) {
            shownNs = nowNs;
            shown = true;
            var line = text.get();
            err.print("\r\033[K" + line.substring(0, Math.min(line.length(), MAX_LENGTH)));
            err.flush();
        }
    }

    synchronized void clear() {
        if (shown) {
            shown = false;
            err.print("\r\033[K");
            err.flush();
        }
    }
}
