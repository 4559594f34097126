package dev.bailiwick.examples;

import dev.bailiwick.persistence.InstantBinding;
import dev.bailiwick.persistence.UuidBinding;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;
import org.jooq.TableField;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jooq.impl.TableImpl;

/// The table, as jOOQ generates it with the two bindings as forced types. Written by hand here, so that the example needs no database to build.
final class WalletsTable extends TableImpl<WalletsRecord> {
    private static final long serialVersionUID = 1;

    static final WalletsTable WALLETS = new WalletsTable();

    final TableField<WalletsRecord, UUID> id = createField(DSL.name("id"), SQLDataType.UUID.notNull(), this, "",
            new UuidBinding());
    final TableField<WalletsRecord, Long> version = createField(DSL.name("version"), SQLDataType.BIGINT.notNull());
    final TableField<WalletsRecord, String> state = createField(DSL.name("state"), SQLDataType.VARCHAR.notNull());
    final TableField<WalletsRecord, String> owner = createField(DSL.name("owner"), SQLDataType.VARCHAR.notNull());
    final TableField<WalletsRecord, String> currency = createField(DSL.name("currency"), SQLDataType.VARCHAR.notNull());
    final TableField<WalletsRecord, BigDecimal> balance = createField(DSL.name("balance"),
            SQLDataType.NUMERIC.notNull());
    final TableField<WalletsRecord, Instant> createdDate = createField(DSL.name("created_date"),
            SQLDataType.TIMESTAMPWITHTIMEZONE(6).notNull(), this, "", new InstantBinding());
    final TableField<WalletsRecord, Instant> updatedDate = createField(DSL.name("updated_date"),
            SQLDataType.TIMESTAMPWITHTIMEZONE(6).notNull(), this, "", new InstantBinding());

    private WalletsTable() {
        super(DSL.name("wallets"));
    }

    @Override
    public Class<WalletsRecord> getRecordType() {
        return WalletsRecord.class;
    }
}
