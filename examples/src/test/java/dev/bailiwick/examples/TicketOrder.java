package dev.bailiwick.examples;

import dev.bailiwick.persistence.AutoBuilder;
import dev.bailiwick.persistence.Model;
import dev.bailiwick.persistence.ModelEvent;
import dev.bailiwick.persistence.Validate;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedId;
import dev.bailiwick.placement.ShardedUUID;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;

/// Somebody wants a seat.
@AutoBuilder
public final class TicketOrder extends Model<TicketOrder, ShardedId<TicketOrder>, TicketOrderState> {
    public final UUID seat;
    public final BigDecimal price;

    record Placed(UUID seat, BigDecimal price) implements ModelEvent<TicketOrder> {}

    record Paid() implements ModelEvent<TicketOrder> {}

    record Cancelled() implements ModelEvent<TicketOrder> {}

    TicketOrder(TicketOrderBuilder builder) {
        super(builder);
        this.seat = Validate.notNull(builder.seat, "an order is for a seat");
        this.price = Validate.notNull(builder.price, "an order has a price");
    }

    static TicketOrder place(ShardIdentifier shard, Seat seat, BigDecimal price, Instant now) {
        return TicketOrderBuilder.ticketOrder().id(ShardedId.generate(TicketOrder.class, shard))
                .state(TicketOrderState.PLACED).seat(seat.id.uuid()).price(price).createdDate(now)
                .withInitialVersion().withEvent(new Placed(seat.id.uuid(), price)).build();
    }

    static ShardedId<TicketOrder> idOf(String text) {
        return ShardedId.of(TicketOrder.class, ShardedUUID.from(Ids.parse(text)));
    }

    @Override
    public TicketOrderBuilder copy() {
        return TicketOrderBuilder.ticketOrder().copyBase(this).seat(seat).price(price);
    }

    TicketOrder end(boolean isPaid) {
        Validate.isTrue(state == TicketOrderState.PLACED, "this order has ended already");
        return isPaid
                ? copy().state(TicketOrderState.PAID).withEvent(new Paid()).build()
                : copy().state(TicketOrderState.CANCELLED).withEvent(new Cancelled()).build();
    }
}
