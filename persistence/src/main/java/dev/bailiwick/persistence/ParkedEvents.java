package dev.bailiwick.persistence;

import java.util.ArrayList;
import java.util.List;
import org.jooq.DSLContext;

/// The events that handlers have parked, on all shards: what there are, and what becomes of them. Works in any process, with handlers or without. Thread-safe.
public final class ParkedEvents {
    /// Of one handler on one shard that are listed at a time, the oldest first.
    public static final int MAX_LISTED = 1_000;

    private final DatabaseRegistry databases;

    private ParkedEvents(DatabaseRegistry databases) {
        this.databases = databases;
    }

    public static ParkedEvents of(DatabaseRegistry databases) {
        return new ParkedEvents(databases);
    }

    /// Those of all handlers. A shard that does not answer is named in the result.
    public Gathered<ParkedEvent> list() {
        return gathered((database, db) -> {
            var all = new ArrayList<ParkedEvent>();
            new StallTable(database).handlersWithParked(db).forEach(name -> all.addAll(parked(database, db, name)));
            return all;
        });
    }

    /// Those of one handler.
    public Gathered<ParkedEvent> list(String handler) {
        return gathered((database, db) -> parked(database, db, handler));
    }

    private interface Question {
        List<ParkedEvent> ask(ShardDatabase database, DSLContext db);
    }

    private Gathered<ParkedEvent> gathered(Question question) {
        return new ScatterGather<ParkedEvent>(databases, GatherOptions.standard().allowPartial(), true,
                (shard, db) -> question.ask(databases.registered(shard), db)).ask(databases.databases());
    }

    private static List<ParkedEvent> parked(ShardDatabase database, DSLContext db, String handler) {
        var parked = new ArrayList<ParkedEvent>();
        for (var stall : new StallTable(database).parked(db, handler, MAX_LISTED)) {
            for (var event : new ModelStream(db, stall.stream()).from(stall.afterVersion() + 1, 1)) {
                parked.add(new ParkedEvent(handler, database.shard(), event, stall.attempts(), stall.failure(),
                        stall.since()));
            }
        }
        return parked;
    }

    /// Lets the handler try it again, with all its attempts, and then what waits behind it.
    ///
    /// @return false where it is not parked any more
    public boolean retry(ParkedEvent parked) {
        return isReleased(parked, false);
    }

    /// Leaves it out: the handler goes on with what waits behind it.
    ///
    /// @return false where it is not parked any more
    public boolean discard(ParkedEvent parked) {
        return isReleased(parked, true);
    }

    private boolean isReleased(ParkedEvent parked, boolean skip) {
        var database = databases.registered(parked.shard());
        var event = parked.event();
        boolean isReleased = new StallTable(database).isReleased(parked.handler(),
                new EventDraft.Stream(event.modelType(), event.modelId()), event.version(), skip);
        database.tellFollowers();
        return isReleased;
    }

    /// Lets a handler try everything again that it has parked, on all shards.
    ///
    /// @return how many
    /// @throws ShardUnavailableException where a shard does not answer; those before it are done
    public int retryAll(String handler) {
        int all = 0;
        for (var database : databases.databases()) {
            all += new StallTable(database).releaseAll(handler);
            database.tellFollowers();
        }
        return all;
    }
}
