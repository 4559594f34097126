package dev.bailiwick.persistence;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/// Works for one handler on one shard: one [Round] after the other, for the slots that this process has.
///
/// Whatever fails besides the handler (a shard that is away, a lease that has run out) ends a round without an acknowledgement. Then everything is claimed and read anew, and what was handled since the last
/// acknowledgement comes again.
///
/// No connection is held, and nothing in the database is locked, while a handler runs.
final class DeliveryLoop {
    private static final Logger LOG = System.getLogger(DeliveryLoop.class.getName());
    private static final RetryPolicy PAUSES = new RetryPolicy(RetryPolicy.MAX_ATTEMPTS, Duration.ofMillis(50),
            Duration.ofSeconds(5));
    /// How long positions may be further than was acknowledged, while there is nothing to handle.
    private static final long ACKNOWLEDGE_WITHIN_NS = TimeUnit.SECONDS.toNanos(1);

    private final ShardDatabase database;
    private final Handler handler;
    private final EventHandler code;
    private final HandlerOptions options;
    private final FeedPump pump;
    private final SlotTable table;
    private final Round.Source source;
    private final HeldSlots held;
    private final HandlerCounts counts = new HandlerCounts();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread thread;
    private AbsentHomes homes = new AbsentHomes(-1, List.of(), List.of());
    private boolean isCreated;
    private int window;
    private long passed;
    private long acknowledgedNs = System.nanoTime();

    /// @param code what to call for an event
    DeliveryLoop(Handler handler, EventHandler code, HandlerOptions options, FeedPump pump, UUID worker) {
        this.database = pump.database();
        this.handler = handler;
        this.code = code;
        this.options = options;
        this.pump = pump;
        this.table = new SlotTable(database, handler.name());
        var stalls = new StallTable(database);
        this.source = new Round.Source(handler, new WantedEvents(database, handler, stalls), stalls,
                options.pageSize());
        this.window = source.firstWindow();
        this.held = new HeldSlots(table, worker, options);
        this.thread = Thread.ofVirtual().name("handler " + handler.name() + " on " + database).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    Handler handler() {
        return handler;
    }

    ShardDatabase database() {
        return database;
    }

    HeldSlots held() {
        return held;
    }

    HandlerCounts counts() {
        return counts;
    }

    /// Lets what runs end, and begins nothing more.
    void stop() {
        stopped.countDown();
        pump.work().ring();
    }

    /// Whether it has ended by then.
    boolean isEndedBy(long timeNs) throws InterruptedException {
        return thread.join(Duration.ofNanos(Math.max(0, timeNs - System.nanoTime())));
    }

    private boolean isStopped() {
        return stopped.getCount() == 0;
    }

    private void run() {
        int failures = 0;
        try {
            while (!isStopped()) {
                try {
                    step();
                    failures = 0;
                } catch (RuntimeException e) {
                    failures++;
                    LOG.log(failures == 1 ? Level.WARNING : Level.DEBUG, "handler '" + handler.name() + "' on shard "
                            + database + " could not go on, and begins again with what was not acknowledged", e);
                    held.forget();
                    passed = 0;
                    pause(failures);
                }
            }
        } finally {
            leave();
        }
    }

    private void pause(int failures) {
        try {
            stopped.await(PAUSES.delayAfter(failures, RandomGenerator.getDefault()).toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            stopped.countDown(); // nobody interrupts it but who wants it to end
        }
    }

    private void leave() {
        try {
            held.leave();
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, "the slots of handler '" + handler.name() + "' on shard " + database
                    + " could not be given back; they are free within " + options.lease(), e);
        }
    }

    private void step() {
        long seen = pump.work().count();
        create();
        var end = pump.end();
        if (end.homesNo() != homes.number()) {
            homes = AbsentHomes.read(database, end.homesNo());
            held.know(homes.number());
        }
        if (held.untilTending().isZero()) {
            held.tend();
        }
        if (held.all().isEmpty() || !isWorked(end.lastPosition())) {
            acknowledgeWhatPassed();
            var untilTending = held.untilTending();
            pump.work().isRungWithin(seen, untilTending.compareTo(options.maxIdle()) < 0
                    ? untilTending
                    : options.maxIdle());
        }
    }

    private void create() {
        if (!isCreated) {
            if (!table.isThere()) {
                table.create(handler.isFromNow() ? endOfFeed() : 0);
            }
            isCreated = true;
        }
    }

    private long endOfFeed() {
        var feed = new EventFeed(database);
        int numbered;
        do {
            numbered = feed.numberMore();
        } while (numbered > 0);
        return feed.end().lastPosition();
    }

    /// Whether there was something to do.
    private boolean isWorked(long lastPosition) {
        var round = Round.read(source, held.all(), lastPosition, window, homes);
        window = round.windowAfter(window, source.firstWindow());
        if (!round.hasWork()) {
            round.advance();
            passed += round.length();
            if (passed >= Round.MAX_WINDOW) {
                acknowledge(round);
            }
            return round.length() > 0;
        }
        round.run(code, handler.concurrency(), () -> !isStopped() && held.lease().isHeld(), counts);
        if (!held.lease().isHeld()) {
            throw new HeldSlots.LeaseLostException();
        }
        round.advance();
        acknowledge(round);
        return true;
    }

    private void acknowledge(Round round) {
        var parked = new ArrayList<LoggedEvent>();
        held.acknowledge(transaction -> parked.addAll(round.settle(transaction, source)));
        passed = 0;
        acknowledgedNs = System.nanoTime();
        for (var event : parked) {
            counts.parked.increment();
            LOG.log(Level.WARNING, "handler '" + handler.name() + "' has parked event " + event.id() + " of "
                    + event.modelType() + ":" + event.modelId() + " on shard " + database + "; see ParkedEvents");
        }
    }

    private void acknowledgeWhatPassed() {
        if (passed > 0 && System.nanoTime() - acknowledgedNs > ACKNOWLEDGE_WITHIN_NS && !held.all().isEmpty()) {
            held.acknowledge(transaction -> {});
            passed = 0;
            acknowledgedNs = System.nanoTime();
        }
    }
}
