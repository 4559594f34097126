package dev.bailiwick.persistence;

import java.util.Collection;
import java.util.List;
import org.jooq.Condition;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.DSL;

/// The events of one shard that one handler wants. Reads only what has a position in the feed.
///
/// Thread-safe.
final class WantedEvents {
    private final ShardDatabase database;
    private final Table<Record> events;
    private final Condition wanted;
    private final Condition free;
    private final Condition had;

    WantedEvents(ShardDatabase database, Handler handler, StallTable stalls) {
        this.database = database;
        this.events = EventColumns.table(database.dialect());
        this.wanted = wanted(handler.wanted());
        this.free = stalls.isFree(handler.name());
        this.had = new HandlerArrivals(database).isHad(handler.name());
    }

    private static Condition wanted(Handler.Wanted wanted) {
        var ofModel = wanted.modelTypes().isEmpty()
                ? DSL.noCondition()
                : EventColumns.MODEL_TYPE.in(wanted.modelTypes());
        return wanted.eventTypes().isEmpty() ? ofModel : ofModel.and(EventColumns.TYPE.in(wanted.eventTypes()));
    }

    /// Those of models that are not stalled.
    ///
    /// @param after a position
    /// @param last the last position to look at
    /// @param homes whose events do not come here
    List<LoggedEvent> between(long after, long last, Collection<Integer> slots, int maxCount,
            AbsentHomes homes) {
        return database.db().select(EventColumns.ALL).from(events).where(EventColumns.FEED_POSITION.gt(after))
                .and(EventColumns.FEED_POSITION.le(last)).and(Slot.areIn(slots)).and(wanted).and(free)
                .andNot(had).and(homes.arePresent(EventColumns.MODEL_TYPE, EventColumns.MODEL_ID))
                .orderBy(EventColumns.FEED_POSITION).limit(maxCount).fetch(EventColumns::event);
    }

    /// Those of one model that is stalled.
    ///
    /// @param last the last position to look at; what came by a move is looked at in any case, since nothing but the stall knows of it
    List<LoggedEvent> ofModel(EventDraft.Stream stream, long afterVersion, long last, int maxCount) {
        return database.db().select(EventColumns.ALL).from(events)
                .where(EventColumns.MODEL_TYPE.eq(stream.modelType()))
                .and(EventColumns.MODEL_ID.eq(stream.modelId())).and(EventColumns.EVENT_VERSION.gt(afterVersion))
                .and(EventColumns.FEED_POSITION.le(last).or(had)).and(wanted).orderBy(EventColumns.EVENT_VERSION)
                .limit(maxCount).fetch(EventColumns::event);
    }
}
