package dev.bailiwick.persistence;

import dev.bailiwick.placement.RegisteredShards;
import dev.bailiwick.placement.ShardIdentifier;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jooq.exception.DataAccessException;
import org.jspecify.annotations.Nullable;

/// Says which database serves a shard: itself, the default, or that of another one.
///
/// Outside of moves the answer costs two lookups and no question. While a shard is being moved, each use of it asks the database first whether the shard is still
/// there, and a write that comes while it is fenced waits until it is decided where to. That is enough for reads to be right: rows in the source do not
/// change from the fence on, so who asked before the fence reads what was true when he began.
///
/// Thread-safe.
final class ShardMap implements AutoCloseable {
    /// How long a write waits for a move at most.
    static final Duration MAX_WAIT = Duration.ofSeconds(30);

    private static final Logger LOG = System.getLogger(DatabaseRegistry.class.getName());
    private static final long POLL_NS = 3_000_000;

    private final DatabaseRegistry registry;
    private final SortedMap<ShardIdentifier, ShardDatabase> databases;
    private final RegisteredShards registered;
    private final ShardDatabase defaultDatabase;
    private final ShardHomes homes;
    private final MoveTable moves;
    private final MapWatch watch;
    private final Map<ShardIdentifier, LongAdder> fallbacks = new ConcurrentHashMap<>();

    ShardMap(DatabaseRegistry registry, SortedMap<ShardIdentifier, ShardDatabase> databases,
            RegisteredShards registered,
            ShardDatabase defaultDatabase) {
        this.registry = registry;
        this.databases = databases;
        this.registered = registered;
        this.defaultDatabase = defaultDatabase;
        this.homes = new ShardHomes(defaultDatabase, registry::db);
        this.moves = new MoveTable(defaultDatabase);
        this.watch = new MapWatch(defaultDatabase, databases.keySet(), () -> registry.db(defaultDatabase));
    }

    MapWatch watch() {
        return watch;
    }

    /// @param forWriting whether a row may be written, which has to wait while the shard is fenced
    ShardDatabase serving(ShardIdentifier shard, boolean forWriting) {
        var own = databases.get(shard);
        if (own == defaultDatabase) {
            return own;
        }
        watch.start();
        var database = located(shard, own, forWriting);
        if (own == null && database == defaultDatabase) {
            countFallback(shard);
        }
        return watch.isCareful(shard) ? checked(shard, database, forWriting) : database;
    }

    /// Whether this database serves a shard for reading, as it did a moment ago.
    boolean isStillServing(ShardIdentifier shard, ShardDatabase database) {
        var own = databases.get(shard);
        if (own == defaultDatabase) {
            return database == own;
        }
        var now = located(shard, own, false);
        return (watch.isCareful(shard) ? checked(shard, now, false) : now) == database;
    }

    /// As the map says.
    private ShardDatabase located(ShardIdentifier shard, @Nullable ShardDatabase own, boolean forWriting) {
        var home = watch.view().homeOf(shard).orElse(null);
        if (own == null && (home == null || home.kind() == Home.Kind.DEFAULT)) {
            registered.effectiveShard(shard); // refuses in strict mode
        }
        if (home == null && own != null) {
            home = homes.ofRegistered(own);
        } else if (home == null) {
            home = forWriting ? homes.ofUnregistered(shard) : Home.DEFAULT;
        }
        var serving = switch (home.kind()) {
            case OWN -> own;
            case DEFAULT -> defaultDatabase;
            case ELSEWHERE -> databases.get(home.elsewhere().orElse(shard));
        };
        if (serving == null) {
            throw new ShardElsewhereException(home.elsewhere().orElse(shard), defaultDatabase);
        }
        return serving;
    }

    private ShardDatabase checked(ShardIdentifier shard, ShardDatabase first, boolean forWriting) {
        var database = first;
        long untilNs = System.nanoTime() + MAX_WAIT.toNanos();
        while (true) {
            var departures = new Departures(database);
            var found = departures.find(registry.db(database), shard);
            if (found.isEmpty() || found.get().state() == Departures.State.WATCHED) {
                return database;
            }
            var departure = found.get();
            boolean isFenced = departure.state() == Departures.State.FENCED;
            watch.refresh(); // the switch may have been made, and not have been told here
            homes.forget(shard);
            var next = located(shard, databases.get(shard), forWriting);
            if (next == database) {
                if (isFenced && !forWriting) {
                    return database;
                }
                if (isFenced && registry.isInTransaction()) {
                    throw new ShardMovingException(shard, null);
                }
                tidy(departures, shard, departure);
                if (System.nanoTime() - untilNs > 0) {
                    throw new ShardMovingException(shard, null);
                }
                LockSupport.parkNanos(POLL_NS);
            }
            database = next;
        }
    }

    /// What somebody has left who is gone: a fence that nobody will lift, or the note of an older move that the shard has left a database to which it came back.
    private void tidy(Departures departures, ShardIdentifier shard, Departures.Departure departure) {
        if (departure.state() == Departures.State.FENCED) {
            if (moves.isLifted(departure.moveNo(), departure.fenceNo())) {
                departures.unfence(shard, departure.moveNo(), departure.fenceNo());
            }
        } else {
            watch.view().homeOf(shard).filter(home -> home.moveNo() > departure.moveNo())
                    .ifPresent(home -> departures.forget(shard, departure.moveNo()));
        }
    }

    /// Does something that writes, and again where a shard that it writes to is being moved, or where it was in the way of a move and was rolled back. What is
    /// inside of a transaction is not done again: that is for who began it.
    <T> T retrying(Supplier<T> work) {
        long untilNs = System.nanoTime() + MAX_WAIT.toNanos();
        while (true) {
            try {
                return work.get();
            } catch (ShardMovingException e) {
                if (registry.isInTransaction() || Thread.currentThread().isInterrupted()
                        || System.nanoTime() - untilNs > 0) {
                    throw e;
                }
                watch.refresh();
                checked(e.shard(), located(e.shard(), databases.get(e.shard()), true), true);
            } catch (DataAccessException e) {
                if (registry.isInTransaction() || watch.view().moves().isEmpty() || !ShardDatabase.isDeadlock(e)
                        || System.nanoTime() - untilNs > 0) {
                    throw e;
                }
            }
        }
    }

    /// Notes that rows of a shard go to the default, where that is because the shard is not registered.
    void claim(Transaction transaction, ShardIdentifier shard) {
        if (transaction.database() == defaultDatabase && !databases.containsKey(shard)
                && watch.view().homeOf(shard).isEmpty()) {
            homes.claimForDefault(transaction, shard);
        }
    }

    /// The rows of a shard are in its own database from now on, since somebody has moved them by hand.
    void settle(ShardDatabase database) {
        homes.settle(database);
        moves.nextEpoch(defaultDatabase.db());
        watch.refresh();
    }

    /// Which database serves each of the shards whose rows may be in two. They are looked up once for a question to all shards: a switch in the middle of it must not let a
    /// shard be seen in both databases, or in none.
    ///
    /// @param view one that was entered, so that it stays right
    Map<ShardIdentifier, ShardDatabase> doubles(MapView view) {
        if (view.moves().isEmpty()) {
            return Map.of();
        }
        var doubles = new HashMap<ShardIdentifier, ShardDatabase>();
        view.moves().forEach(move -> doubles.computeIfAbsent(move.shard(), shard -> serving(shard, false)));
        return doubles;
    }

    SortedMap<ShardIdentifier, Long> fallbacks() {
        var counts = new TreeMap<ShardIdentifier, Long>();
        fallbacks.forEach((shard, count) -> counts.put(shard, count.sum()));
        return counts;
    }

    private void countFallback(ShardIdentifier shard) {
        fallbacks.computeIfAbsent(shard, first -> {
            LOG.log(Level.WARNING, "shard " + first + " is not registered; the default shard " + defaultDatabase
                    + " serves it. This is said once");
            return new LongAdder();
        }).increment();
    }

    @Override
    public void close() {
        watch.close();
    }
}
