package dev.bailiwick.persistence;

import java.time.Instant;
import java.util.UUID;
import org.jooq.TableField;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jooq.impl.TableImpl;
import org.jooq.impl.TableRecordImpl;

final class Remarks extends TableImpl<Remarks.Row> {
    private static final long serialVersionUID = 1;

    static final Remarks REMARKS = new Remarks();

    final TableField<Row, UUID> id = createField(DSL.name("id"), SQLDataType.UUID.notNull(), this, "",
            new UuidBinding());
    final TableField<Row, Long> version = createField(DSL.name("version"), SQLDataType.BIGINT.notNull());
    final TableField<Row, String> state = createField(DSL.name("state"), SQLDataType.VARCHAR.notNull());
    final TableField<Row, String> country = createField(DSL.name("country"), SQLDataType.VARCHAR.notNull());
    final TableField<Row, String> text = createField(DSL.name("body"), SQLDataType.VARCHAR.notNull());
    final TableField<Row, Instant> createdDate = createField(DSL.name("created_date"),
            SQLDataType.TIMESTAMPWITHTIMEZONE(6).notNull(),
            this, "", new InstantBinding());
    final TableField<Row, Instant> updatedDate = createField(DSL.name("updated_date"),
            SQLDataType.TIMESTAMPWITHTIMEZONE(6).notNull(),
            this, "", new InstantBinding());

    public static final class Row extends TableRecordImpl<Row> {
        private static final long serialVersionUID = 1;

        public Row() {
            super(REMARKS);
        }
    }

    private Remarks() {
        super(DSL.name("remarks"));
    }

    @Override
    public Class<Row> getRecordType() {
        return Row.class;
    }
}
