package dev.bailiwick.persistence;

import dev.bailiwick.store.Hash256;
import java.util.List;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.Result;
import org.jooq.SQLDialect;

/// The events of one model, for reading.
final class ModelStream {
    private static final int VERIFIED_AT_ONCE = 1_000;

    private final DSLContext db;
    private final EventDraft.Stream stream;

    ModelStream(DSLContext db, EventDraft.Stream stream) {
        this.db = db;
        this.stream = stream;
    }

    List<LoggedEvent> from(long version, int maxCount) {
        if (version < 1 || maxCount < 1 || maxCount > EventFeed.MAX_EVENTS) {
            throw new IllegalArgumentException("a page begins at version 1 or more and has 1 to " + EventFeed.MAX_EVENTS
                    + " events, not at " + version + " with " + maxCount);
        }
        return rows(version, maxCount).map(EventColumns::event);
    }

    /// How many events there are, after all hashes were computed anew.
    long verify() {
        var chain = new EventChain();
        long version = 0;
        Optional<Hash256> last = Optional.empty();
        while (true) {
            var rows = rows(version + 1, VERIFIED_AT_ONCE);
            if (rows.isEmpty()) {
                return version;
            }
            for (var row : rows) {
                var event = EventColumns.event(row);
                if (event.version() != ++version) {
                    throw new ChainBrokenException(stream.toString(), version, "have a gap");
                }
                var salt = row.get(EventColumns.SALT);
                if (last.isPresent() && (salt == null || event.hash().isEmpty())) {
                    throw new ChainBrokenException(stream.toString(), version, "have lost their hash");
                }
                if (salt != null && event.hash().isPresent()) {
                    var link = new EventChain.Link(stream, event.org(), version, event.modelVersion(), event.type(),
                            event.actionId(), event.principal(), salt, event.payload());
                    if (!event.hash().get().equals(chain.next(last, link))) {
                        throw new ChainBrokenException(stream.toString(), version, "do not have the hash they should");
                    }
                    last = event.hash();
                }
            }
        }
    }

    private Result<Record> rows(long version, int maxCount) {
        SQLDialect dialect = db.dialect();
        Condition ofModel = EventColumns.MODEL_TYPE.eq(stream.modelType())
                .and(EventColumns.MODEL_ID.eq(stream.modelId()));
        return db.select(EventColumns.ALL).from(EventColumns.table(dialect)).where(ofModel)
                .and(EventColumns.EVENT_VERSION.ge(version)).orderBy(EventColumns.EVENT_VERSION).limit(maxCount)
                .fetch();
    }
}
