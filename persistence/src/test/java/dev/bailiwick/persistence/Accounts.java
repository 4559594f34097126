package dev.bailiwick.persistence;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;
import org.jooq.TableField;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jooq.impl.TableImpl;

/// As jOOQ would generate it with the forced types.
final class Accounts extends TableImpl<AccountsRecord> {
    private static final long serialVersionUID = 1;

    static final Accounts ACCOUNTS = new Accounts();

    final TableField<AccountsRecord, UUID> id = createField(DSL.name("id"), SQLDataType.UUID.notNull(), this, "",
            new UuidBinding());
    final TableField<AccountsRecord, Long> version = createField(DSL.name("version"), SQLDataType.BIGINT.notNull());
    final TableField<AccountsRecord, String> state = createField(DSL.name("state"), SQLDataType.VARCHAR.notNull());
    final TableField<AccountsRecord, UUID> holder = createField(DSL.name("holder"), SQLDataType.UUID.notNull(), this,
            "", new UuidBinding());
    final TableField<AccountsRecord, String> label = createField(DSL.name("label"), SQLDataType.VARCHAR.notNull());
    final TableField<AccountsRecord, BigDecimal> balance = createField(DSL.name("balance"),
            SQLDataType.NUMERIC.notNull());
    final TableField<AccountsRecord, Instant> createdDate = createField(DSL.name("created_date"),
            SQLDataType.TIMESTAMPWITHTIMEZONE(6).notNull(), this, "", new InstantBinding());
    final TableField<AccountsRecord, Instant> updatedDate = createField(DSL.name("updated_date"),
            SQLDataType.TIMESTAMPWITHTIMEZONE(6).notNull(), this, "", new InstantBinding());

    private Accounts() {
        super(DSL.name("accounts"));
    }

    @Override
    public Class<AccountsRecord> getRecordType() {
        return AccountsRecord.class;
    }
}
