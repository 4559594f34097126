package dev.bailiwick.examples;

import dev.bailiwick.persistence.InstantBinding;
import dev.bailiwick.persistence.UuidBinding;
import java.time.Instant;
import java.util.UUID;
import org.jooq.TableField;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jooq.impl.TableImpl;

final class Seats extends TableImpl<SeatsRecord> {
    private static final long serialVersionUID = 1;

    static final Seats SEATS = new Seats();

    final TableField<SeatsRecord, UUID> id = createField(DSL.name("id"), SQLDataType.UUID.notNull(), this, "",
            new UuidBinding());
    final TableField<SeatsRecord, Long> version = createField(DSL.name("version"), SQLDataType.BIGINT.notNull());
    final TableField<SeatsRecord, String> state = createField(DSL.name("state"), SQLDataType.VARCHAR.notNull());
    final TableField<SeatsRecord, UUID> heldFor = createField(DSL.name("held_for"), SQLDataType.UUID.notNull(), this,
            "",
            new UuidBinding());
    final TableField<SeatsRecord, Instant> createdDate = createField(DSL.name("created_date"),
            SQLDataType.TIMESTAMPWITHTIMEZONE(6).notNull(), this, "", new InstantBinding());
    final TableField<SeatsRecord, Instant> updatedDate = createField(DSL.name("updated_date"),
            SQLDataType.TIMESTAMPWITHTIMEZONE(6).notNull(), this, "", new InstantBinding());

    private Seats() {
        super(DSL.name("seats"));
    }

    @Override
    public Class<SeatsRecord> getRecordType() {
        return SeatsRecord.class;
    }
}
