package dev.bailiwick.examples;

import dev.bailiwick.persistence.Action;
import dev.bailiwick.placement.ShardedId;
import java.security.Principal;

// snippet: hold-seat
/// Holds a seat for an order, unless another has it.
final class HoldSeatAction extends Action<HoldSeatAction.Params, Boolean> {
    private final SeatRepository seats;

    record Params(ShardedId<Seat> seat, ShardedId<TicketOrder> order) {}

    HoldSeatAction(SeatRepository seats) {
        this.seats = seats;
    }

    @Override
    protected Boolean perform(Principal principal, Params params) {
        var seat = seats.getById(params.seat());
        if (seat.state == SeatState.FREE) {
            plan().update(seat.hold(params.order().uuid()));
            return true;
        }
        return seat.heldFor.equals(params.order().uuid()); // it was held before: nothing to write
    }
}
// end
