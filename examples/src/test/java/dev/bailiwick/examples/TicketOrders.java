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

final class TicketOrders extends TableImpl<TicketOrdersRecord> {
    private static final long serialVersionUID = 1;

    static final TicketOrders TICKET_ORDERS = new TicketOrders();

    final TableField<TicketOrdersRecord, UUID> id = createField(DSL.name("id"), SQLDataType.UUID.notNull(), this, "",
            new UuidBinding());
    final TableField<TicketOrdersRecord, Long> version = createField(DSL.name("version"), SQLDataType.BIGINT.notNull());
    final TableField<TicketOrdersRecord, String> state = createField(DSL.name("state"), SQLDataType.VARCHAR.notNull());
    final TableField<TicketOrdersRecord, UUID> seat = createField(DSL.name("seat"), SQLDataType.UUID.notNull(), this,
            "",
            new UuidBinding());
    final TableField<TicketOrdersRecord, BigDecimal> price = createField(DSL.name("price"),
            SQLDataType.NUMERIC.notNull());
    final TableField<TicketOrdersRecord, Instant> createdDate = createField(DSL.name("created_date"),
            SQLDataType.TIMESTAMPWITHTIMEZONE(6).notNull(), this, "", new InstantBinding());
    final TableField<TicketOrdersRecord, Instant> updatedDate = createField(DSL.name("updated_date"),
            SQLDataType.TIMESTAMPWITHTIMEZONE(6).notNull(), this, "", new InstantBinding());

    private TicketOrders() {
        super(DSL.name("ticket_orders"));
    }

    @Override
    public Class<TicketOrdersRecord> getRecordType() {
        return TicketOrdersRecord.class;
    }
}
