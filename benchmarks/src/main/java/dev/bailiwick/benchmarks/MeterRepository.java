package dev.bailiwick.benchmarks;

import static dev.bailiwick.benchmarks.MeterTable.METERS;

import dev.bailiwick.persistence.DatabaseRegistry;
import dev.bailiwick.persistence.ModelRepository;
import dev.bailiwick.placement.EmbeddedBitsShardingStrategy;
import dev.bailiwick.placement.ShardedId;
import dev.bailiwick.placement.ShardedUUID;
import java.util.UUID;

/// Meters, on the shards of their ids or all in one database.
final class MeterRepository extends ModelRepository<Meter, MeterTable.Row, MeterTable, UUID> {
    private MeterRepository(DatabaseRegistry databases) {
        super(Meter.class, METERS, METERS.id, databases);
    }

    private MeterRepository(DatabaseRegistry databases, EmbeddedBitsShardingStrategy strategy) {
        super(Meter.class, METERS, METERS.id, databases, strategy);
    }

    /// As somebody has it who has one database and never heard of shards.
    static MeterRepository plain(DatabaseRegistry databases) {
        return new MeterRepository(databases);
    }

    static MeterRepository sharded(DatabaseRegistry databases) {
        return new MeterRepository(databases, new EmbeddedBitsShardingStrategy());
    }

    /// Changes a row without an event, in the transaction that is open.
    void note(ShardedId<Meter> meter) {
        db(meter).update(METERS).set(METERS.reading, METERS.reading.plus(1L)).where(METERS.id.eq(meter.uuid()))
                .execute();
    }

    @Override
    public Meter fromRecord(MeterTable.Row row) {
        return new Meter.Builder().id(ShardedId.of(Meter.class, ShardedUUID.from(row.get(METERS.id))))
                .version(row.get(METERS.version)).state(Meter.State.valueOf(row.get(METERS.state)))
                .createdDate(row.get(METERS.createdDate)).updatedDate(row.get(METERS.updatedDate))
                .reading(row.get(METERS.reading)).place(row.get(METERS.place)).build();
    }

    @Override
    public MeterTable.Row toRecord(Meter meter) {
        var row = new MeterTable.Row();
        row.set(METERS.id, meter.id.uuid());
        row.set(METERS.version, meter.version);
        row.set(METERS.state, meter.state.name());
        row.set(METERS.reading, meter.reading);
        row.set(METERS.place, meter.place);
        row.set(METERS.createdDate, meter.createdDate);
        row.set(METERS.updatedDate, meter.updatedDate);
        return row;
    }
}
