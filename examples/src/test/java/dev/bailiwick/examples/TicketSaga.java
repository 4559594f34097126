package dev.bailiwick.examples;

import dev.bailiwick.persistence.ActionExecutor;
import dev.bailiwick.persistence.DatabaseRegistry;
import dev.bailiwick.persistence.Handler;
import dev.bailiwick.persistence.LoggedEvent;
import dev.bailiwick.persistence.RepositoryRegistry;
import java.security.Principal;
import java.util.List;

/// Buys a ticket: hold the seat, take the payment, and release the seat where it was refused. Orders and seats may be on different shards.
final class TicketSaga {
    private static final Principal SAGA = () -> "ticket saga";

    private final TicketOrderRepository orders;
    private final SeatRepository seats;
    private final Payments payments;
    private final ActionExecutor executor;

    TicketSaga(DatabaseRegistry databases, Payments payments) {
        this.orders = new TicketOrderRepository(databases);
        this.seats = new SeatRepository(databases);
        this.payments = payments;
        this.executor = ActionExecutor.builder(databases, RepositoryRegistry.of(orders, seats))
                .action(new HoldSeatAction(seats)).action(new ReleaseSeatAction(seats))
                .action(new EndOrderAction(orders)).build();
    }

    // snippet: saga
    List<Handler> handlers() {
        return List.of(
                Handler.of("tickets: hold the seat", this::hold).ofModels(TicketOrder.class).ofTypes("Placed"),
                Handler.of("tickets: take the payment", this::pay).ofModels(Seat.class).ofTypes("Held"),
                Handler.of("tickets: release the seat", this::release).ofModels(TicketOrder.class)
                        .ofTypes("Cancelled"));
    }

    private void hold(LoggedEvent placed) {
        var order = orders.getById(TicketOrder.idOf(placed.modelId()));
        if (order.state == TicketOrderState.PLACED && !isHeld(order)) {
            end(order, false); // somebody else has the seat
        }
    }

    private void pay(LoggedEvent held) {
        var seat = seats.getById(Seat.idOf(held.modelId()));
        if (seat.state == SeatState.HELD) {
            var order = orders.getById(TicketOrder.idOf(seat.heldFor.toString()));
            end(order, payments.take(order.id.uuid(), order.price)); // the order's id lets it be taken once
        }
    }

    private void release(LoggedEvent cancelled) {
        var order = orders.getById(TicketOrder.idOf(cancelled.modelId()));
        executor.execute(SAGA, ReleaseSeatAction.class,
                new ReleaseSeatAction.Params(Seat.idOf(order.seat.toString()), order.id));
    }
    // end

    private boolean isHeld(TicketOrder order) {
        return executor.execute(SAGA, HoldSeatAction.class,
                new HoldSeatAction.Params(Seat.idOf(order.seat.toString()), order.id));
    }

    private void end(TicketOrder order, boolean isPaid) {
        executor.execute(SAGA, EndOrderAction.class, new EndOrderAction.Params(order.id, isPaid));
    }

    TicketOrderRepository orders() {
        return orders;
    }

    SeatRepository seats() {
        return seats;
    }
}
