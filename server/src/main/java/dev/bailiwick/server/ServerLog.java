package dev.bailiwick.server;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// Brings what is logged through the JDK's own logging, by us and by the libraries, to one stream. Libraries are heard from warnings on only:
/// on finer levels they would write what they transport. And they are heard so often only, since they warn of what strangers send, with a
/// stack trace each time.
///
/// There is one log in a process; closing this puts back what was before. The JDK closes all handlers as soon as the process is told to
/// end, while the server still has things to say; this one then steps in for itself.
final class ServerLog implements AutoCloseable {
    static final int MAX_LIBRARY_LINES = 10;
    static final int MAX_LIBRARY_LINES_PER_SECOND = 1;
    private static final Level LIBRARIES = Level.WARNING;
    private static final String OWN = "dev.bailiwick";

    private final Logger root = Logger.getLogger("");
    private final Logger own = Logger.getLogger(OWN);
    private final List<Handler> before = Arrays.asList(root.getHandlers());
    private final Level rootBefore = root.getLevel();
    private final PrintStream stream;
    private final Formatter form;
    private final LineLimit libraries;
    private volatile Handler handler = new ToStream();
    private volatile boolean closed;

    private ServerLog(PrintStream stream, Formatter form, LongSupplier nanoTime) {
        this.stream = stream;
        this.form = form;
        this.libraries = new LineLimit(MAX_LIBRARY_LINES, MAX_LIBRARY_LINES_PER_SECOND, nanoTime);
    }

    static ServerLog install(ServerConfig.LogConfig config, PrintStream to, LongSupplier nanoTime) {
        var log = new ServerLog(to, config.format().equals("json") ? LogLine.json() : LogLine.text(), nanoTime);
        var level = level(config.level());
        log.before.forEach(log.root::removeHandler);
        log.root.addHandler(log.handler);
        log.root.setLevel(level.intValue() > LIBRARIES.intValue() ? level : LIBRARIES);
        log.own.setLevel(level);
        return log;
    }

    @Override
    public void close() {
        closed = true;
        root.removeHandler(handler);
        before.forEach(root::addHandler);
        root.setLevel(rootBefore);
        own.setLevel(null);
    }

    private static boolean isOwn(LogRecord entry) {
        var name = entry.getLoggerName();
        return name != null && (name.equals(OWN) || name.startsWith(OWN + "."));
    }

    private static LogRecord leftOut(long lines) {
        var entry = new LogRecord(LIBRARIES, lines + " lines of libraries were left out before the next one");
        entry.setLoggerName(OWN);
        return entry;
    }

    private static Level level(String name) {
        return switch (name) {
            case "error" -> Level.SEVERE;
            case "warn" -> Level.WARNING;
            case "info" -> Level.INFO;
            case "debug" -> Level.FINE;
            default -> throw new IllegalStateException("the table of settings has no level " + name);
        };
    }

    /// Whole lines, each at once.
    private final class ToStream extends Handler {
        @Override
        public void publish(LogRecord entry) {
            if (!isLoggable(entry)) {
                return;
            }
            long left = isOwn(entry) ? 0 : libraries.admit();
            if (left > 0) {
                print(leftOut(left));
            }
            if (left >= 0) {
                print(entry);
            }
        }

        private void print(LogRecord entry) {
            stream.print(form.format(entry));
            stream.flush();
        }

        @Override
        public void flush() {
            stream.flush();
        }

        @Override
        public void close() {
            if (!closed) {
                handler = new ToStream();
                root.addHandler(handler);
            }
        }
    }
}
