package dev.bailiwick.examples;

import dev.bailiwick.persistence.AutoBuilder;
import dev.bailiwick.persistence.Model;
import dev.bailiwick.persistence.ModelEvent;
import dev.bailiwick.persistence.Validate;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedId;
import dev.bailiwick.placement.ShardedUUID;
import java.time.Instant;
import java.util.UUID;

/// A seat, which is held for one order at a time.
@AutoBuilder
public final class Seat extends Model<Seat, ShardedId<Seat>, SeatState> {
    static final UUID NOBODY = new UUID(0, 0);

    public final UUID heldFor;

    record Held(UUID order) implements ModelEvent<Seat> {}

    record Released(UUID order) implements ModelEvent<Seat> {}

    Seat(SeatBuilder builder) {
        super(builder);
        this.heldFor = Validate.notNull(builder.heldFor, "a seat is held for an order or for nobody");
    }

    static Seat free(ShardIdentifier shard, Instant now) {
        return SeatBuilder.seat().id(ShardedId.generate(Seat.class, shard)).state(SeatState.FREE).heldFor(NOBODY)
                .createdDate(now).withInitialVersion().build();
    }

    static ShardedId<Seat> idOf(String text) {
        return ShardedId.of(Seat.class, ShardedUUID.from(Ids.parse(text)));
    }

    @Override
    public SeatBuilder copy() {
        return SeatBuilder.seat().copyBase(this).heldFor(heldFor);
    }

    Seat hold(UUID order) {
        Validate.isTrue(state == SeatState.FREE, "this seat is taken");
        return copy().state(SeatState.HELD).heldFor(order).withEvent(new Held(order)).build();
    }

    Seat release() {
        return copy().state(SeatState.FREE).heldFor(NOBODY).withEvent(new Released(heldFor)).build();
    }
}
