package dev.bailiwick.server;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// Brings what is logged through the JDK's own logging, by us and by the libraries, to one stream. Libraries are heard from warnings on only:
/// on finer levels they would write what they transport.
///
/// There is one log in a process; closing this puts back what was before. The JDK closes all handlers as soon as the process is told to
/// end, while the server still has things to say; this one then steps in for itself.
final class ServerLog implements AutoCloseable {
    private static final Level LIBRARIES = Level.WARNING;

    private final Logger root = Logger.getLogger("");
    private final Logger own = Logger.getLogger("dev.bailiwick");
    private final List<Handler> before = Arrays.asList(root.getHandlers());
    private final Level rootBefore = root.getLevel();
    private final PrintStream stream;
    private final Formatter form;
    private volatile Handler handler = new ToStream();
    private volatile boolean closed;

    private ServerLog(PrintStream stream, Formatter form) {
        this.stream = stream;
        this.form = form;
    }

    static ServerLog install(ServerConfig.LogConfig config, PrintStream to) {
        var log = new ServerLog(to, config.format().equals("json") ? LogLine.json() : LogLine.text());
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
            if (isLoggable(entry)) {
                stream.print(form.format(entry));
                stream.flush();
            }
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
