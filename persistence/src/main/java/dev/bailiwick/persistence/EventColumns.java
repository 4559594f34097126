package dev.bailiwick.persistence;

import dev.bailiwick.store.Hash256;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/// The columns of the event log, for reading.
final class EventColumns {
    static final Field<UUID> ID = uuid("id");
    static final Field<UUID> ACTION_ID = uuid("action_id");
    static final Field<UUID> ORG_ID = uuid("org_id");
    static final Field<String> TYPE = DSL.field(DSL.name("type"), SQLDataType.VARCHAR);
    static final Field<String> MODEL_TYPE = DSL.field(DSL.name("model_type"), SQLDataType.VARCHAR);
    static final Field<String> MODEL_ID = DSL.field(DSL.name("model_id"), SQLDataType.VARCHAR);
    static final Field<Long> MODEL_VERSION = DSL.field(DSL.name("model_version"), SQLDataType.BIGINT);
    static final Field<Long> EVENT_VERSION = DSL.field(DSL.name("event_version"), SQLDataType.BIGINT);
    static final Field<String> PRINCIPAL = DSL.field(DSL.name("principal"), SQLDataType.VARCHAR);
    static final Field<String> PAYLOAD = DSL.field(DSL.name("payload"), SQLDataType.CLOB);
    static final Field<Instant> CREATED_DATE = DSL.field(DSL.name("created_date"),
            SQLDataType.TIMESTAMPWITHTIMEZONE(6).asConvertedDataType(new InstantBinding()));
    static final Field<byte[]> SALT = DSL.field(DSL.name("salt"), SQLDataType.VARBINARY);
    static final Field<byte[]> HASH = DSL.field(DSL.name("hash"), SQLDataType.VARBINARY);
    static final Field<Long> ENTRY_NO = DSL.field(DSL.name("entry_no"), SQLDataType.BIGINT);
    static final Field<Long> FEED_POSITION = DSL.field(DSL.name("feed_position"), SQLDataType.BIGINT);

    static final List<Field<?>> ALL = List.of(ID, ACTION_ID, ORG_ID, TYPE, MODEL_TYPE, MODEL_ID, MODEL_VERSION,
            EVENT_VERSION, PRINCIPAL, PAYLOAD, CREATED_DATE, SALT, HASH, FEED_POSITION);

    private EventColumns() {
    }

    /// The table that has them.
    static Table<Record> table(SQLDialect dialect) {
        return DSL.table(Dialects.frameworkTable(dialect, "events"));
    }

    private static Field<UUID> uuid(String name) {
        return DSL.field(DSL.name(name), SQLDataType.UUID.asConvertedDataType(new UuidBinding()));
    }

    static LoggedEvent event(Record row) {
        var position = row.get(FEED_POSITION);
        return new LoggedEvent(row.get(ID), Optional.ofNullable(row.get(ORG_ID)), row.get(MODEL_TYPE),
                row.get(MODEL_ID), row.get(EVENT_VERSION), row.get(MODEL_VERSION), row.get(TYPE), row.get(PAYLOAD),
                Optional.ofNullable(row.get(ACTION_ID)), Optional.ofNullable(row.get(PRINCIPAL)),
                row.get(CREATED_DATE),
                position == null || position < 0 ? OptionalLong.empty() : OptionalLong.of(position),
                hash(row.get(HASH)));
    }

    static Optional<Hash256> hash(byte @Nullable [] bytes) {
        return bytes == null ? Optional.empty() : Optional.of(Hash256.of(bytes));
    }
}
