package dev.bailiwick.persistence;

import dev.bailiwick.store.Hash256;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jooq.Record;
import org.jooq.Select;
import org.jooq.impl.DSL;

/// Where the streams end that a transaction is about to continue.
///
/// Reading the last event and inserting the next is safe because the same transaction has written the model's row before, and so holds its lock:
/// nobody else can add an event of this model until it ends. A unique constraint stands behind it.
///
/// Belongs to one thread.
final class StreamHeads {
    private static final int CHUNK = 50;

    /// @param org of a stream that is chained
    record Head(long version, Optional<Hash256> hash, Optional<UUID> org) {
        static final Head NONE = new Head(0, Optional.empty(), Optional.empty());
    }

    private final Map<EventDraft.Stream, Head> heads = new HashMap<>();

    private StreamHeads() {
    }

    static StreamHeads of(Transaction transaction, Collection<EventDraft.Stream> streams) {
        var heads = new StreamHeads();
        var wanted = streams.stream().distinct().toList();
        for (int from = 0; from < wanted.size(); from += CHUNK) {
            heads.read(transaction, wanted.subList(from, Math.min(wanted.size(), from + CHUNK)));
        }
        return heads;
    }

    /// One question for each stream, so that each takes the end of the index and does not count through all its events; many with one statement.
    private void read(Transaction transaction, List<EventDraft.Stream> streams) {
        var table = DSL.table(Dialects.frameworkTable(transaction.database().dialect(), "events"));
        var questions = new ArrayList<Select<? extends Record>>();
        for (var stream : streams) {
            questions.add(DSL.select(EventColumns.MODEL_TYPE, EventColumns.MODEL_ID, EventColumns.EVENT_VERSION,
                    EventColumns.HASH, EventColumns.ORG_ID).from(table)
                    .where(EventColumns.MODEL_TYPE.eq(stream.modelType()))
                    .and(EventColumns.MODEL_ID.eq(stream.modelId())).orderBy(EventColumns.EVENT_VERSION.desc())
                    .limit(DSL.inline(1)));
        }
        transaction.db().fetch(united(questions)).forEach(row -> heads.put(
                new EventDraft.Stream(row.get(EventColumns.MODEL_TYPE), row.get(EventColumns.MODEL_ID)),
                new Head(row.get(EventColumns.EVENT_VERSION), EventColumns.hash(row.get(EventColumns.HASH)),
                        Optional.ofNullable(row.get(EventColumns.ORG_ID)))));
    }

    @SuppressWarnings("unchecked") // all of them select the same columns
    private static Select<Record> united(List<Select<? extends Record>> questions) {
        var all = (Select<Record>) questions.getFirst();
        for (var question : questions.subList(1, questions.size())) {
            all = all.unionAll((Select<Record>) question);
        }
        return all;
    }

    Head of(EventDraft.Stream stream) {
        return heads.getOrDefault(stream, Head.NONE);
    }

    void advance(EventDraft.Stream stream, Head head) {
        heads.put(stream, head);
    }
}
