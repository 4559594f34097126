package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Delivers the events of all shards to handlers, after they were committed: each at least once, those of a model in their order.
///
/// The work is shared with every other process that has handlers of the same names. On each shard the events of a handler are divided into 16 slots by the id of the model; a process has the lease
/// of some of them, and others take over what it does not renew. An event that fails is tried again after pauses that grow, and is parked after its last attempt ([ParkedEvents]); meanwhile the events behind it wait, and other
/// models go on.
///
/// It does not wait for databases: one that is down is worked on when it is there. Thread-safe. Close it before the registry.
public final class Handlers implements AutoCloseable {
    public static final int MAX_HANDLERS = 200;

    private static final Logger LOG = System.getLogger(Handlers.class.getName());
    private static final Duration LEAST_WAIT = Duration.ofSeconds(1);

    private final DatabaseRegistry databases;
    private final HandlerOptions options;
    private final List<FeedPump> pumps = new ArrayList<>();
    private final List<DeliveryLoop> loops = new ArrayList<>();
    private final List<BackgroundPass> renewals = new ArrayList<>();

    private Handlers(DatabaseRegistry databases, HandlerOptions options) {
        this.databases = databases;
        this.options = options;
    }

    public static Handlers start(DatabaseRegistry databases, Handler... handlers) {
        return start(databases, HandlerOptions.standard(), List.of(handlers));
    }

    /// Begins to deliver, and goes on until it is closed.
    public static Handlers start(DatabaseRegistry databases, HandlerOptions options, List<Handler> handlers) {
        check(handlers);
        var started = new Handlers(databases, options);
        var worker = UUID.randomUUID();
        for (var database : databases.databases()) {
            started.startOn(database, handlers, worker);
        }
        return started;
    }

    private static void check(List<Handler> handlers) {
        if (handlers.isEmpty() || handlers.size() > MAX_HANDLERS) {
            throw new IllegalArgumentException("there are 1 to " + MAX_HANDLERS + " handlers, not " + handlers.size());
        }
        var names = new HashSet<String>();
        for (var handler : handlers) {
            if (!names.add(handler.name())) {
                throw new IllegalArgumentException("two handlers are named '" + handler.name()
                        + "': give each a name of its own, since under it a shard keeps how far it is");
            }
        }
    }

    private void startOn(ShardDatabase database, List<Handler> handlers, UUID worker) {
        var pump = FeedPump.start(database, options.maxIdle());
        pumps.add(pump);
        var here = new ArrayList<DeliveryLoop>();
        for (var handler : handlers) {
            here.add(new DeliveryLoop(handler, codeOf(handler, database), options, pump, worker));
        }
        renewals.add(BackgroundPass.start("renew leases on " + database, options.lease().dividedBy(4),
                () -> here.forEach(loop -> loop.held().renew())));
        here.forEach(DeliveryLoop::start);
        loops.addAll(here);
    }

    private EventHandler codeOf(Handler handler, ShardDatabase database) {
        if (!handler.isInTransaction()) {
            return handler.code();
        }
        var marks = new HandlerMarks(database.dialect(), handler.name());
        return event -> {
            try {
                databases.<Boolean, Exception>inTransaction(database, () -> {
                    boolean isFirst = marks.isFirst(databases.db(database), event);
                    if (isFirst) {
                        handler.code().handle(event);
                    }
                    return isFirst;
                });
            } catch (CrossShardException e) {
                throw movedAway(database, event).<RuntimeException>map(shard -> new ShardMovingException(shard, e))
                        .orElse(e);
            }
        };
    }

    /// The shard of an event that has left since the event was read.
    private static Optional<ShardIdentifier> movedAway(ShardDatabase database, LoggedEvent event) {
        var stream = new EventDraft.Stream(event.modelType(), event.modelId());
        return new Departures(database).left(false).stream().filter(home -> home.has(stream)).map(HomeEvents::shard)
                .findFirst();
    }

    /// What is parked, of these handlers and of others.
    public ParkedEvents parked() {
        return ParkedEvents.of(databases);
    }

    /// What is so now, for each shard and each handler. Asks every shard.
    public List<HandlerMetrics> metrics() {
        var backlogs = new HashMap<ShardIdentifier, Map<String, HandlerMetrics.Backlog>>();
        new ScatterGather<ShardBacklog>(databases, GatherOptions.standard().allowPartial(), true, (shard, db) -> {
            var database = databases.registered(shard);
            var backlog = new Backlogs(database, db, Clock.systemUTC());
            var ofHandlers = new HashMap<String, HandlerMetrics.Backlog>();
            loops.stream().filter(loop -> loop.database() == database).map(loop -> loop.handler().name())
                    .forEach(name -> ofHandlers.put(name, backlog.of(name)));
            return List.of(new ShardBacklog(shard, ofHandlers));
        }).ask(databases.databases()).items().forEach(each -> backlogs.put(each.shard, each.ofHandlers));
        return loops.stream().map(loop -> metrics(loop, Optional
                .ofNullable(backlogs.getOrDefault(loop.database().shard(), Map.of()).get(loop.handler().name()))))
                .toList();
    }

    private record ShardBacklog(ShardIdentifier shard, Map<String, HandlerMetrics.Backlog> ofHandlers) {}

    private static HandlerMetrics metrics(DeliveryLoop loop, Optional<HandlerMetrics.Backlog> backlog) {
        var counts = loop.counts();
        return new HandlerMetrics(loop.handler().name(), loop.database().shard(), counts.delivered.sum(),
                counts.failed.sum(), counts.retried.sum(), counts.parked.sum(), loop.held().count(), backlog);
    }

    /// Lets what is being handled end, acknowledges it, and gives the slots back for others to take at once. A handler that takes longer than [HandlerOptions#closeWait] is left alone: what it was
    /// at comes again elsewhere, when its lease has run out.
    @Override
    public void close() {
        loops.forEach(DeliveryLoop::stop);
        long endNs = System.nanoTime() + options.closeWait().toNanos();
        try {
            for (var loop : loops) {
                if (!loop.isEndedBy(endNs)) {
                    LOG.log(Level.WARNING, "handler '" + loop.handler().name() + "' on shard " + loop.database()
                            + " did not end within " + options.closeWait() + "; its slots are free within "
                            + options.lease());
                }
            }
            long leftNs = Math.max(LEAST_WAIT.toNanos(), endNs - System.nanoTime());
            if (!Thread.ofVirtual().start(this::closeTheRest).join(Duration.ofNanos(leftNs))) {
                LOG.log(Level.WARNING, "a shard does not answer; what asked it ends by itself when it does");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Leases are renewed as long as something may run.
    private void closeTheRest() {
        pumps.forEach(FeedPump::close);
        renewals.forEach(BackgroundPass::close);
    }
}
