package dev.bailiwick.examples;

import dev.bailiwick.persistence.Action;
import dev.bailiwick.placement.ShardedId;
import java.security.Principal;

/// An order is paid or cancelled, whichever comes first.
final class EndOrderAction extends Action<EndOrderAction.Params, TicketOrder> {
    private final TicketOrderRepository orders;

    record Params(ShardedId<TicketOrder> order, boolean isPaid) {}

    EndOrderAction(TicketOrderRepository orders) {
        this.orders = orders;
    }

    @Override
    protected TicketOrder perform(Principal principal, Params params) {
        var order = orders.getById(params.order());
        return order.state == TicketOrderState.PLACED ? plan().update(order.end(params.isPaid())) : order;
    }
}
