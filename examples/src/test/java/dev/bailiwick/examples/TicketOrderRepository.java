package dev.bailiwick.examples;

import static dev.bailiwick.examples.TicketOrders.TICKET_ORDERS;

import dev.bailiwick.persistence.DatabaseRegistry;
import dev.bailiwick.persistence.ModelRepository;
import dev.bailiwick.placement.EmbeddedBitsShardingStrategy;
import dev.bailiwick.placement.ShardedId;
import dev.bailiwick.placement.ShardedUUID;
import java.util.UUID;

final class TicketOrderRepository extends ModelRepository<TicketOrder, TicketOrdersRecord, TicketOrders, UUID> {
    TicketOrderRepository(DatabaseRegistry databases) {
        super(TicketOrder.class, TICKET_ORDERS, TICKET_ORDERS.id, databases, new EmbeddedBitsShardingStrategy());
    }

    @Override
    public TicketOrder fromRecord(TicketOrdersRecord row) {
        return TicketOrderBuilder.ticketOrder()
                .id(ShardedId.of(TicketOrder.class, ShardedUUID.from(row.get(TICKET_ORDERS.id))))
                .version(row.get(TICKET_ORDERS.version))
                .state(TicketOrderState.valueOf(row.get(TICKET_ORDERS.state))).seat(row.get(TICKET_ORDERS.seat))
                .price(row.get(TICKET_ORDERS.price)).createdDate(row.get(TICKET_ORDERS.createdDate))
                .updatedDate(row.get(TICKET_ORDERS.updatedDate)).build();
    }

    @Override
    public TicketOrdersRecord toRecord(TicketOrder order) {
        var row = new TicketOrdersRecord();
        row.set(TICKET_ORDERS.id, order.id.uuid());
        row.set(TICKET_ORDERS.version, order.version);
        row.set(TICKET_ORDERS.state, order.state.name());
        row.set(TICKET_ORDERS.seat, order.seat);
        row.set(TICKET_ORDERS.price, order.price);
        row.set(TICKET_ORDERS.createdDate, order.createdDate);
        row.set(TICKET_ORDERS.updatedDate, order.updatedDate);
        return row;
    }
}
