package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.exception.IntegrityConstraintViolationException;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/// The table `map_readers` of the default database: who uses the map, and which version. Thread-safe.
final class MapReaders {
    private static final int MAX_SHARDS_TEXT = 8_000;
    private static final Field<UUID> READER = DSL.field(DSL.name("reader_id"), EventColumns.ID.getDataType());
    private static final Field<String> SHARDS = DSL.field(DSL.name("shards"), SQLDataType.VARCHAR);
    private static final Field<Long> SEEN_EPOCH = DSL.field(DSL.name("seen_epoch"), SQLDataType.BIGINT);
    private static final Field<Long> EXPIRES_MS = DSL.field(DSL.name("expires_ms"), SQLDataType.BIGINT);

    private final ShardDatabase database;
    private final Table<Record> readers;
    private final Field<Long> nowMs;

    /// @param database the default
    MapReaders(ShardDatabase database) {
        this.database = database;
        this.readers = DSL.table(Dialects.frameworkTable(database.dialect(), "map_readers"));
        this.nowMs = LockTable.nowMs(database.dialect());
    }

    /// @param shards those that it has registered
    record Reader(UUID id, List<String> shards, long seenEpoch) {}

    void renew(UUID reader, Collection<ShardIdentifier> shards, long seenEpoch, Duration lease) {
        var db = database.db();
        var expires = nowMs.plus(lease.toMillis());
        int known = db.update(readers).set(SEEN_EPOCH, seenEpoch).set(EXPIRES_MS, expires).where(READER.eq(reader))
                .execute();
        if (known == 0) {
            try {
                db.insertInto(readers).columns(READER, SHARDS, SEEN_EPOCH, EXPIRES_MS)
                        .select(DSL.select(DSL.val(reader, READER), DSL.val(text(shards)), DSL.val(seenEpoch), expires))
                        .execute();
            } catch (IntegrityConstraintViolationException e) {
                // another beat of the same process was first, and said the same
            }
        }
    }

    private static String text(Collection<ShardIdentifier> shards) {
        var text = shards.stream().map(ShardIdentifier::toString).collect(Collectors.joining(" "));
        return text.length() > MAX_SHARDS_TEXT ? "*" : text;
    }

    void remove(UUID reader) {
        database.db().deleteFrom(readers).where(READER.eq(reader)).execute();
    }

    /// Those whose lease has not run out.
    List<Reader> alive() {
        return database.db().select(READER, SHARDS, SEEN_EPOCH).from(readers).where(EXPIRES_MS.ge(nowMs))
                .fetch(row -> new Reader(row.get(READER), Arrays.asList(row.get(SHARDS).split(" ")),
                        row.get(SEEN_EPOCH)));
    }

    /// Forgets those who have been gone for long.
    void forgetOld() {
        database.db().deleteFrom(readers).where(EXPIRES_MS.lt(nowMs.minus(Duration.ofDays(1).toMillis()))).execute();
    }
}
