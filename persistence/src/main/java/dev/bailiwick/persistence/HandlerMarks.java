package dev.bailiwick.persistence;

import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.exception.IntegrityConstraintViolationException;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/// The table `handler_marks` of one shard: the last version of each model that a handler has handled. Since the events of a model come in order, one row for a model is enough.
///
/// Thread-safe.
final class HandlerMarks {
    private static final Field<String> HANDLER = DSL.field(DSL.name("handler"), SQLDataType.VARCHAR);
    private static final Field<String> STREAM_TYPE = DSL.field(DSL.name("stream_type"), SQLDataType.VARCHAR);
    private static final Field<String> STREAM_ID = DSL.field(DSL.name("stream_id"), SQLDataType.VARCHAR);
    private static final Field<Long> MARKED_VERSION = DSL.field(DSL.name("marked_version"), SQLDataType.BIGINT);

    private final SQLDialect dialect;
    private final String name;
    private final Table<Record> marks;
    private final String handler;

    HandlerMarks(SQLDialect dialect, String handler) {
        this.dialect = dialect;
        this.name = Dialects.frameworkTable(dialect, "handler_marks");
        this.marks = DSL.table(name);
        this.handler = handler;
    }

    /// Notes that an event is being handled. Until the transaction ends, others who want to note one of the same model wait.
    ///
    /// @param db of the transaction
    /// @return false where it was noted before
    boolean isFirst(DSLContext db, LoggedEvent event) {
        return isMoved(db, event) || (!isThere(db, event) && (isInserted(db, event) || isMoved(db, event)));
    }

    private boolean isMoved(DSLContext db, LoggedEvent event) {
        return db.update(marks).set(MARKED_VERSION, event.version()).where(HANDLER.eq(handler))
                .and(STREAM_TYPE.eq(event.modelType())).and(STREAM_ID.eq(event.modelId()))
                .and(MARKED_VERSION.lt(event.version())).execute() == 1;
    }

    private boolean isThere(DSLContext db, LoggedEvent event) {
        return db.fetchExists(marks, HANDLER.eq(handler).and(STREAM_TYPE.eq(event.modelType()))
                .and(STREAM_ID.eq(event.modelId())));
    }

    /// Where somebody else is first, it fails in none of the databases in a way that would end the transaction.
    private boolean isInserted(DSLContext db, LoggedEvent event) {
        try {
            return db.execute("INSERT " + (dialect == SQLDialect.MARIADB ? "IGNORE " : "") + "INTO " + name
                    + " (handler, stream_type, stream_id, marked_version) VALUES (?, ?, ?, ?)"
                    + (dialect == SQLDialect.POSTGRES ? " ON CONFLICT DO NOTHING" : ""), handler, event.modelType(),
                    event.modelId(), event.version()) == 1;
        } catch (IntegrityConstraintViolationException e) {
            if (dialect != SQLDialect.H2) {
                throw e;
            }
            return false;
        }
    }
}
