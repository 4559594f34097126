package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/// Keeps the map of a process up to date without a question for each call.
///
/// The process has a lease, which a thread renews, and with it the newest version of the map. As long as the lease lasts, whoever wants to move a shard
/// waits until this process says that it has seen the announcement; from then on it is *careful* with that shard: it asks the database itself
/// whether the shard is still there ([Departures]) before each use. A process whose lease has run out, by its own clock, is careful with every shard. So a
/// process that is cut off from the default goes on, a little slower, and is never wrong.
///
/// The thread starts with the first use of the map. Thread-safe.
final class MapWatch implements AutoCloseable {
    static final Duration LEASE = Duration.ofSeconds(5);
    private static final Duration EVERY = Duration.ofMillis(500);
    /// How much earlier than the database this process takes its lease to have ended.
    private static final Duration MARGIN = Duration.ofMillis(500);
    /// How long a question to all shards waits for the map where the lease has run out.
    private static final Duration MAX_WAIT = Duration.ofMillis(250);
    private static final Duration CLOSING = Duration.ofSeconds(1);
    private static final Logger LOG = System.getLogger(MapWatch.class.getName());

    private final UUID id = UUID.randomUUID();
    private final Collection<ShardIdentifier> shards;
    private final MapReaders readers;
    private final MoveTable moves;
    private final Supplier<DSLContext> joined;
    private final AtomicReference<MapView> view = new AtomicReference<>(MapView.none());
    /// Versions that are out of date and may still be in use.
    private final Queue<MapView> retired = new ConcurrentLinkedQueue<>();
    private final LinkedBlockingQueue<CompletableFuture<Boolean>> requests = new LinkedBlockingQueue<>();
    private volatile boolean isStarted;
    private volatile boolean isClosed;
    private volatile long validUntilNs = System.nanoTime();
    private @Nullable Thread thread;

    /// @param joined the default database, inside of the transaction that is open there
    MapWatch(ShardDatabase defaultDatabase, Collection<ShardIdentifier> shards, Supplier<DSLContext> joined) {
        this.shards = shards;
        this.readers = new MapReaders(defaultDatabase);
        this.moves = new MoveTable(defaultDatabase);
        this.joined = joined;
    }

    void start() {
        if (!isStarted) {
            startOnce();
        }
    }

    private synchronized void startOnce() {
        if (!isStarted && !isClosed) {
            thread = Thread.ofPlatform().daemon().name("shard map").start(this::repeat);
            isStarted = true;
        }
    }

    private void repeat() {
        long acknowledged = 0;
        var waiting = new ArrayList<CompletableFuture<Boolean>>();
        while (!isClosed) {
            try {
                acknowledged = beat(acknowledged);
            } catch (RuntimeException e) {
                LOG.log(Level.DEBUG, "the shard map was not read; this process asks before each use", e);
            }
            waiting.forEach(request -> request.complete(isValid()));
            waiting.clear();
            try {
                var request = requests.poll(EVERY.toNanos(), TimeUnit.NANOSECONDS);
                if (request != null) {
                    waiting.add(request);
                    requests.drainTo(waiting);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // nobody but closing ends it, and that does not interrupt
                return;
            }
        }
        requests.drainTo(waiting);
        waiting.forEach(request -> request.complete(false));
    }

    /// Renews the lease *before* it asks for the version. Whoever looked at the leases before that had made his announcement by then, so it is seen;
    /// whoever looks later finds a lease and waits.
    ///
    /// @param acknowledged the version that this process has told to use
    /// @return the version that it tells now
    private long beat(long acknowledged) {
        long told = acknowledged;
        while (true) {
            long startNs = System.nanoTime();
            readers.renew(id, shards, told, LEASE);
            refresh();
            validUntilNs = startNs + LEASE.minus(MARGIN).toNanos();
            long current = view.get().epoch();
            retired.removeIf(older -> older.questions().get() == 0);
            if (current == told || !retired.isEmpty()) {
                return told; // nothing new to say, or not yet
            }
            told = current;
        }
    }

    /// Reads the map now. Versions only grow.
    void refresh() {
        var db = joined.get();
        var older = view.get();
        if (moves.epoch(db) == older.epoch()) {
            return;
        }
        var newer = moves.view(db);
        while (newer.epoch() > older.epoch()) {
            retired.add(older);
            if (view.compareAndSet(older, newer)) {
                return;
            }
            older = view.get();
        }
    }

    /// Renews the lease and reads the map now.
    ///
    /// @return whether that was done in time
    boolean isRenewed(Duration atMost) {
        start();
        var request = new CompletableFuture<Boolean>();
        requests.add(request);
        try {
            return request.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /// Whether the database has to be asked before a shard is used.
    boolean isCareful(ShardIdentifier shard) {
        return view.get().isMoving(shard) || !isValid();
    }

    private boolean isValid() {
        return validUntilNs - System.nanoTime() > 0;
    }

    MapView view() {
        return view.get();
    }

    /// A version of the map for a question to all shards. The process does not say that it uses a newer one until the count of its questions is taken
    /// back.
    MapView enter() {
        start();
        if (!isValid() && !isRenewed(MAX_WAIT)) {
            LOG.log(Level.DEBUG, "the shard map was not read; the last that is known is used");
        }
        while (true) {
            var current = view.get();
            current.questions().incrementAndGet();
            if (current == view.get()) {
                return current;
            }
            current.questions().decrementAndGet();
        }
    }

    @Override
    public void close() {
        isClosed = true;
        requests.add(new CompletableFuture<>());
        Thread running;
        synchronized (this) {
            running = thread;
        }
        if (running == null) {
            return;
        }
        try {
            if (!running.join(CLOSING) || !isValid()) {
                return; // the default is away: the lease runs out by itself, and closing the pools ends the thread
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        try {
            readers.remove(id);
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, "the lease of this process runs out by itself", e);
        }
    }
}
