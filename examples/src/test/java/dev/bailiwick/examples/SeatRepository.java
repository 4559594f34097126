package dev.bailiwick.examples;

import static dev.bailiwick.examples.Seats.SEATS;

import dev.bailiwick.persistence.DatabaseRegistry;
import dev.bailiwick.persistence.ModelRepository;
import dev.bailiwick.placement.EmbeddedBitsShardingStrategy;
import dev.bailiwick.placement.ShardedId;
import dev.bailiwick.placement.ShardedUUID;
import java.util.UUID;

final class SeatRepository extends ModelRepository<Seat, SeatsRecord, Seats, UUID> {
    SeatRepository(DatabaseRegistry databases) {
        super(Seat.class, SEATS, SEATS.id, databases, new EmbeddedBitsShardingStrategy());
    }

    @Override
    public Seat fromRecord(SeatsRecord row) {
        return SeatBuilder.seat().id(ShardedId.of(Seat.class, ShardedUUID.from(row.get(SEATS.id))))
                .version(row.get(SEATS.version)).state(SeatState.valueOf(row.get(SEATS.state)))
                .heldFor(row.get(SEATS.heldFor)).createdDate(row.get(SEATS.createdDate))
                .updatedDate(row.get(SEATS.updatedDate)).build();
    }

    @Override
    public SeatsRecord toRecord(Seat seat) {
        var row = new SeatsRecord();
        row.set(SEATS.id, seat.id.uuid());
        row.set(SEATS.version, seat.version);
        row.set(SEATS.state, seat.state.name());
        row.set(SEATS.heldFor, seat.heldFor);
        row.set(SEATS.createdDate, seat.createdDate);
        row.set(SEATS.updatedDate, seat.updatedDate);
        return row;
    }
}
