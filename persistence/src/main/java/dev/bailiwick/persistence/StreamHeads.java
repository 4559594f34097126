package dev.bailiwick.persistence;

import dev.bailiwick.store.Hash256;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

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
        Chunks.of(wanted, CHUNK).forEach(some -> heads.read(transaction, some));
        return heads;
    }

    /// One question for each stream, so that each takes the end of the index and does not count through all its events; many with one statement.
    /// Written by hand, since every action asks it: building and rendering it took longer than the answer.
    private void read(Transaction transaction, List<EventDraft.Stream> streams) {
        var question = "(SELECT model_type, model_id, event_version, hash, org_id FROM "
                + Dialects.frameworkTable(transaction.database().dialect(), "events")
                + " WHERE model_type = ? AND model_id = ? ORDER BY event_version DESC LIMIT 1)";
        var sql = String.join(" UNION ALL ", Collections.nCopies(streams.size(), question));
        try (var statement = transaction.connection().prepareStatement(sql)) {
            int parameter = 0;
            for (var stream : streams) {
                statement.setString(++parameter, stream.modelType());
                statement.setString(++parameter, stream.modelId());
            }
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    heads.put(new EventDraft.Stream(rows.getString(1), rows.getString(2)),
                            new Head(rows.getLong(3), EventColumns.hash(rows.getBytes(4)),
                                    Optional.ofNullable(UuidBinding.read(rows.getObject(5)))));
                }
            }
        } catch (SQLException e) {
            throw transaction.database().failed("the event log was not read", e);
        }
    }

    Head of(EventDraft.Stream stream) {
        return heads.getOrDefault(stream, Head.NONE);
    }

    void advance(EventDraft.Stream stream, Head head) {
        heads.put(stream, head);
    }
}
