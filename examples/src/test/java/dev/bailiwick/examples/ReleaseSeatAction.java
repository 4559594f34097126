package dev.bailiwick.examples;

import dev.bailiwick.persistence.Action;
import dev.bailiwick.placement.ShardedId;
import java.security.Principal;

/// Makes up for [HoldSeatAction]: the seat is free again, if it was this order's.
final class ReleaseSeatAction extends Action<ReleaseSeatAction.Params, Seat> {
    private final SeatRepository seats;

    record Params(ShardedId<Seat> seat, ShardedId<TicketOrder> order) {}

    ReleaseSeatAction(SeatRepository seats) {
        this.seats = seats;
    }

    @Override
    protected Seat perform(Principal principal, Params params) {
        var seat = seats.getById(params.seat());
        return seat.heldFor.equals(params.order().uuid()) ? plan().update(seat.release()) : seat;
    }
}
