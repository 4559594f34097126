package dev.bailiwick.persistence;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Gives positions to the new events of one shard, for all handlers of the process, and rings when there are some. It looks at once when this process has committed
/// events, and else after pauses that grow while there is nothing.
final class FeedPump {
    private static final Logger LOG = System.getLogger(FeedPump.class.getName());
    private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
    /// Between two looks, so that under load many events are numbered together.
    private static final long LEAST_GAP_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final ShardDatabase database;
    private final EventFeed feed;
    private final Duration firstPause;
    private final Duration maxIdle;
    private final Bell work = new Bell();
    private final Bell commits = new Bell();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Runnable follower = commits::ring;
    private final Thread thread;
    private volatile EventFeed.End end = new EventFeed.End(0, false, 0);

    private FeedPump(ShardDatabase database, Duration firstPause, Duration maxIdle) {
        this.database = database;
        this.firstPause = firstPause;
        this.feed = new EventFeed(database);
        this.maxIdle = maxIdle;
        this.thread = Thread.ofVirtual().name("feed of " + database).unstarted(this::run);
    }

    static FeedPump start(ShardDatabase database, Duration maxIdle) {
        return start(database, FIRST_PAUSE.compareTo(maxIdle) < 0 ? FIRST_PAUSE : maxIdle, maxIdle);
    }

    /// @param firstPause after there was something
    static FeedPump start(ShardDatabase database, Duration firstPause, Duration maxIdle) {
        var pump = new FeedPump(database, firstPause, maxIdle);
        database.follow(pump.follower);
        pump.thread.start();
        return pump;
    }

    ShardDatabase database() {
        return database;
    }

    /// Rung when there may be work for handlers.
    Bell work() {
        return work;
    }

    /// Where the feed ends, as far as is known here.
    long lastPosition() {
        return end.lastPosition();
    }

    /// The same, together with what was so at that moment.
    EventFeed.End end() {
        return end;
    }

    private void run() {
        var pause = firstPause;
        boolean isCalled = false;
        boolean isFailing = false;
        long nextNs = System.nanoTime();
        while (!isClosedUntil(nextNs)) {
            long seen = commits.count();
            boolean isMoved = false;
            try {
                isMoved = isMoved();
                isFailing = false;
            } catch (RuntimeException e) {
                LOG.log(isFailing ? Level.DEBUG : Level.WARNING, "the feed of shard " + database
                        + " cannot be read; this is tried until it can", e);
                isFailing = true;
            }
            if (isCalled && !isMoved) {
                work.ring(); // somebody wants a look at what was parked
            }
            nextNs = System.nanoTime() + LEAST_GAP_NS;
            pause = isMoved ? firstPause : least(pause.multipliedBy(2));
            isCalled = commits.isRungWithin(seen, pause);
        }
    }

    private Duration least(Duration pause) {
        return pause.compareTo(maxIdle) < 0 ? pause : maxIdle;
    }

    /// Whether there was something new.
    private boolean isMoved() {
        var before = end;
        tell(feed.end());
        boolean isMore = true;
        while (isMore && end.isOpen() && closed.getCount() > 0) {
            isMore = feed.numberMore() > 0; // none where they are of a shard that is just arriving
            tell(feed.end());
        }
        return end.lastPosition() != before.lastPosition();
    }

    private void tell(EventFeed.End now) {
        var before = end;
        end = now;
        if (now.lastPosition() != before.lastPosition() || now.homesNo() != before.homesNo()) {
            work.ring();
        }
    }

    private boolean isClosedUntil(long timeNs) {
        try {
            return closed.await(timeNs - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            return true; // nobody interrupts it but who wants it to end
        }
    }

    /// Waits for the look that is under way.
    void close() {
        database.unfollow(follower);
        closed.countDown();
        commits.ring();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
