package dev.bailiwick.examples;

import org.jooq.impl.TableRecordImpl;

public final class TicketOrdersRecord extends TableRecordImpl<TicketOrdersRecord> {
    private static final long serialVersionUID = 1;

    public TicketOrdersRecord() {
        super(TicketOrders.TICKET_ORDERS);
    }
}
