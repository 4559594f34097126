package dev.bailiwick.server;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// The worst that is logged in this process, as gRPC does when a handler throws and Netty when a buffer is lost. Nobody else hears anything
/// meanwhile: of each connection that is not as it should be there would be a stack trace.
final class SevereLines extends Handler {
    private final Logger root = Logger.getLogger("");
    private final List<Handler> others = List.of(root.getHandlers());
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();

    private SevereLines() {
    }

    static SevereLines ofThisProcess() {
        var severe = new SevereLines();
        severe.others.forEach(severe.root::removeHandler);
        severe.root.addHandler(severe);
        return severe;
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void publish(LogRecord entry) {
        if (entry.getLevel().intValue() >= Level.SEVERE.intValue()) {
            lines.add(entry.getMessage() + ": " + entry.getThrown());
        }
    }

    @Override
    public void flush() {
        // nothing is kept back
    }

    @Override
    public void close() {
        root.removeHandler(this);
        others.forEach(root::addHandler);
    }
}
