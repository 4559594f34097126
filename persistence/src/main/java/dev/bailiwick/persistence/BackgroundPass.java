package dev.bailiwick.persistence;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Something that is done again and again on a thread of its own until it is closed. Closing waits for the pass that is under way.
public final class BackgroundPass implements AutoCloseable {
    private static final Logger LOG = System.getLogger(BackgroundPass.class.getName());

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    private BackgroundPass(String name, Duration every, Runnable pass) {
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(() -> repeat(every, pass));
    }

    static BackgroundPass start(String name, Duration every, Runnable pass) {
        if (every.toMillis() < 1 || every.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("a pass is made every millisecond to once a day, not every " + every);
        }
        var background = new BackgroundPass(name, every, pass);
        background.thread.start();
        return background;
    }

    private void repeat(Duration every, Runnable pass) {
        try {
            while (!closed.await(every.toNanos(), TimeUnit.NANOSECONDS)) {
                try {
                    pass.run();
                } catch (RuntimeException e) {
                    LOG.log(Level.WARNING, "a pass of '" + thread.getName() + "' failed; the next one follows", e);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody but closing ends it, and that does not interrupt
        }
    }

    @Override
    public void close() {
        closed.countDown();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
