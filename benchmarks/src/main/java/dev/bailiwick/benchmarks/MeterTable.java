package dev.bailiwick.benchmarks;

import dev.bailiwick.persistence.InstantBinding;
import dev.bailiwick.persistence.UuidBinding;
import java.io.Serial;
import java.time.Instant;
import java.util.UUID;
import org.jooq.TableField;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jooq.impl.TableImpl;
import org.jooq.impl.TableRecordImpl;

/// The table of [Meter].
final class MeterTable extends TableImpl<MeterTable.Row> {
    @Serial
    private static final long serialVersionUID = 1;

    static final MeterTable METERS = new MeterTable();
    static final String DDL = "CREATE TABLE meters (id uuid PRIMARY KEY, version bigint NOT NULL, state varchar(16) NOT NULL,"
            + " reading bigint NOT NULL, place varchar(100) NOT NULL, created_date timestamptz NOT NULL,"
            + " updated_date timestamptz NOT NULL)";

    final TableField<Row, UUID> id = createField(DSL.name("id"), SQLDataType.UUID.notNull(), this, "",
            new UuidBinding());
    final TableField<Row, Long> version = createField(DSL.name("version"), SQLDataType.BIGINT.notNull());
    final TableField<Row, String> state = createField(DSL.name("state"), SQLDataType.VARCHAR.notNull());
    final TableField<Row, Long> reading = createField(DSL.name("reading"), SQLDataType.BIGINT.notNull());
    final TableField<Row, String> place = createField(DSL.name("place"), SQLDataType.VARCHAR.notNull());
    final TableField<Row, Instant> createdDate = createField(DSL.name("created_date"),
            SQLDataType.TIMESTAMPWITHTIMEZONE(6).notNull(), this,
            "", new InstantBinding());
    final TableField<Row, Instant> updatedDate = createField(DSL.name("updated_date"),
            SQLDataType.TIMESTAMPWITHTIMEZONE(6).notNull(), this,
            "", new InstantBinding());

    static final class Row extends TableRecordImpl<Row> {
        @Serial
        private static final long serialVersionUID = 1;

        Row() {
            super(METERS);
        }
    }

    private MeterTable() {
        super(DSL.name("meters"));
    }

    @Override
    public Class<Row> getRecordType() {
        return Row.class;
    }
}
