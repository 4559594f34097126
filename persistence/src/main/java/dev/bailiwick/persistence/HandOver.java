package dev.bailiwick.persistence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/// Hands over to the target how far handlers are with the events of a shard that has just moved.
///
/// Positions mean something in one database only. But a handler has had every event of a model up to some version; where that is not the last one, the model is written as a stall in the
/// target, with the version, whether it was one in the source or not. All other events that have come are noted as had. So nothing is left out and nothing comes again, but for what was
/// not acknowledged, and what is parked stays parked.
///
/// No event may be with a handler in both databases. So it waits first until everybody who delivers events of the source knows that the shard has left; from then on such events are not handled there but
/// become stalls. The target begins to deliver when the one transaction is committed that writes all of it there. Each part can be repeated.
///
/// Belongs to one thread.
final class HandOver {
    private static final Duration KNOWN_IN = Duration.ofMinutes(3);
    private static final long POLL_NS = 20_000_000;
    private static final int AT_ONCE = 500;
    private static final Field<String> HANDLER = text("handler");
    private static final Field<String> STREAM_TYPE = text("stream_type");
    private static final Field<String> STREAM_ID = text("stream_id");
    private static final Field<Long> AFTER_VERSION = DSL.field(DSL.name("after_version"), SQLDataType.BIGINT);
    private static final List<Field<?>> STALL = List.of(HANDLER, STREAM_TYPE, STREAM_ID, number("slot"), AFTER_VERSION,
            number("attempts"), text("stall_state"), DSL.field(DSL.name("due_ms"), SQLDataType.BIGINT),
            DSL.field(DSL.name("since_ms"), SQLDataType.BIGINT), text("failure"));
    private static final List<Field<?>> MARK = List.of(HANDLER, STREAM_TYPE, STREAM_ID,
            DSL.field(DSL.name("marked_version"), SQLDataType.BIGINT));

    private final MoveSite site;
    private final ShardMove move;
    private final HomeEvents moved;
    private final ShardDatabase source;
    private final Departures departures;
    private final Arrivals arrivals;

    HandOver(MoveSite site) {
        this.site = site;
        this.move = site.move();
        this.moved = site.events();
        this.source = site.source();
        this.departures = new Departures(source);
        this.arrivals = new Arrivals(site.target());
    }

    private static Field<String> text(String name) {
        return DSL.field(DSL.name(name), SQLDataType.VARCHAR);
    }

    private static Field<Integer> number(String name) {
        return DSL.field(DSL.name(name), SQLDataType.INTEGER);
    }

    private static Table<Record> table(ShardDatabase database, String name) {
        return DSL.table(Dialects.frameworkTable(database.dialect(), name));
    }

    void run() {
        if (departures.isHandedOver(move)) {
            return;
        }
        if (!arrivals.hasArrived(move)) {
            awaitHandlers();
            site.hook().accept("HANDLERS STOPPED");
            var handlers = new ArrayList<Progress>();
            for (var handler : handlers()) {
                handlers.add(progress(handler));
            }
            arrive(handlers);
            site.hook().accept("ARRIVED");
        }
        site.inTransaction(source, transaction -> {
            transaction.db().deleteFrom(table(source, "handler_stalls")).where(moved.areThese(STREAM_TYPE, STREAM_ID))
                    .execute();
            departures.setHandedOver(transaction, move);
        });
        site.hook().accept("HANDED OVER");
    }

    private void awaitHandlers() {
        long homesNo = new EventFeed(source).end().homesNo();
        long untilNs = System.nanoTime() + KNOWN_IN.toNanos();
        for (var busy = SlotTable.ignorant(source, homesNo); !busy.isEmpty(); busy = SlotTable.ignorant(source,
                homesNo)) {
            if (System.nanoTime() - untilNs > 0) {
                throw new IllegalStateException("the handlers " + busy + " have been at an event on shard " + source
                        + " for more than " + KNOWN_IN.toSeconds() + " s. Shard " + move.shard() + " is served by "
                        + site.target()
                        + ", where its events are delivered when they have ended and the move is resumed");
            }
            site.pauseNs().accept(POLL_NS);
        }
    }

    private Set<String> handlers() {
        var names = new TreeSet<String>();
        for (var table : List.of("handler_slots", "handler_stalls", "handler_arrivals")) {
            names.addAll(source.db().selectDistinct(HANDLER).from(table(source, table)).fetch(HANDLER));
        }
        return names;
    }

    /// What the target has to know of a handler.
    private record Progress(String handler, List<List<@Nullable Object>> stalls, List<List<@Nullable Object>> marks) {}

    /// Positions are read first. A slot that goes on meanwhile leaves a stall for each model of the shard that it comes to, and those are read last.
    private Progress progress(String handler) {
        var behind = new LinkedHashMap<EventDraft.Stream, List<@Nullable Object>>();
        long nowMs = System.currentTimeMillis();
        behind(handler).forEach((stream, firstVersion) -> behind.put(stream, stall(handler, stream, firstVersion - 1,
                nowMs)));
        source.db().select(STALL).from(table(source, "handler_stalls")).where(HANDLER.eq(handler))
                .and(moved.areThese(STREAM_TYPE, STREAM_ID)).fetch()
                .forEach(row -> behind.put(stream(row), row.intoList()));
        var marks = new ArrayList<List<@Nullable Object>>();
        for (var some : Chunks.of(List.copyOf(behind.keySet()), AT_ONCE)) {
            source.db().select(MARK).from(table(source, "handler_marks")).where(HANDLER.eq(handler)).and(areOf(some))
                    .fetch().forEach(row -> marks.add(row.intoList()));
        }
        return new Progress(handler, List.copyOf(behind.values()), marks);
    }

    private static List<@Nullable Object> stall(String handler, EventDraft.Stream stream, long afterVersion,
            long nowMs) {
        return List.of(handler, stream.modelType(), stream.modelId(), Slot.of(stream.modelId()), afterVersion, 0,
                Stall.State.WAITING.name(), nowMs, nowMs, "");
    }

    private static EventDraft.Stream stream(Record row) {
        return new EventDraft.Stream(row.get(STREAM_TYPE), row.get(STREAM_ID));
    }

    private static Condition areOf(List<EventDraft.Stream> streams) {
        return DSL.row(STREAM_TYPE, STREAM_ID).in(streams.stream()
                .map(stream -> DSL.row(stream.modelType(), stream.modelId())).toList());
    }

    /// The models of which the source has events that a handler has not come to, with the first of those.
    private Map<EventDraft.Stream, Long> behind(String handler) {
        var slotsAt = new LinkedHashMap<Long, List<Integer>>();
        var positions = new SlotTable(source, handler).positions();
        for (int slot = 0; slot < Slot.COUNT; slot++) {
            slotsAt.computeIfAbsent(positions.getOrDefault(slot, 0L), position -> new ArrayList<>()).add(slot);
        }
        var had = new HandlerArrivals(source).isHad(handler);
        var first = DSL.min(EventColumns.EVENT_VERSION);
        var behind = new LinkedHashMap<EventDraft.Stream, Long>();
        slotsAt.forEach((position, slots) -> source.db().select(EventColumns.MODEL_TYPE, EventColumns.MODEL_ID, first)
                .from(EventColumns.table(source.dialect()))
                .where(EventColumns.FEED_POSITION.gt(position).or(EventColumns.FEED_POSITION.isNull())
                        .or(EventColumns.FEED_POSITION.lt(0L)))
                .and(moved.areThese(EventColumns.MODEL_TYPE, EventColumns.MODEL_ID)).and(Slot.areIn(slots))
                .andNot(had).groupBy(EventColumns.MODEL_TYPE, EventColumns.MODEL_ID).fetch()
                .forEach(row -> behind.put(new EventDraft.Stream(row.value1(), row.value2()), row.value3())));
        return behind;
    }

    /// The target delivers the events of the shard from here on.
    private void arrive(List<Progress> handlers) {
        var target = site.target();
        site.onTarget(transaction -> {
            long last = EventFeed.lock(transaction) + MovedEvents.countArrived(transaction, move);
            var db = transaction.db();
            var stalls = table(target, "handler_stalls");
            db.deleteFrom(stalls).where(moved.areThese(STREAM_TYPE, STREAM_ID)).execute();
            for (var progress : handlers) {
                new HandlerArrivals(target).put(transaction, progress.handler(), moved, last);
                MovedTable.insert(db, stalls, STALL, progress.stalls());
                putMarks(db, target, progress);
            }
            arrivals.arrive(transaction, move);
        });
        target.tellFollowers();
    }

    private static void putMarks(DSLContext db, ShardDatabase target, Progress progress) {
        var marks = table(target, "handler_marks");
        var streams = new HashSet<EventDraft.Stream>();
        progress.marks().forEach(mark -> streams.add(new EventDraft.Stream(String.valueOf(mark.get(1)),
                String.valueOf(mark.get(2)))));
        for (var some : Chunks.of(List.copyOf(streams), AT_ONCE)) {
            db.deleteFrom(marks).where(HANDLER.eq(progress.handler())).and(areOf(some)).execute();
        }
        MovedTable.insert(db, marks, MARK, progress.marks());
    }
}
