package dev.bailiwick.persistence;

import static dev.bailiwick.persistence.Remarks.REMARKS;

import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedId;
import dev.bailiwick.placement.ShardedUUID;
import dev.bailiwick.placement.ShardingStrategy;
import java.util.Optional;
import java.util.UUID;

@BailiwickRepository
public class RemarkRepository extends EntityRepository<Remark, Remarks.Row, Remarks, UUID> {
    public RemarkRepository(DatabaseRegistry databases) {
        super(Remark.class, REMARKS, REMARKS.id, databases,
                ShardingStrategy.byColumn(Remark.class, remark -> remark.country,
                        country -> country.equals("MX") ? Optional.of(ShardIdentifier.of(1, 0)) : Optional.empty()));
    }

    @Override
    public Remark fromRecord(Remarks.Row row) {
        return RemarkBuilder.remark().id(ShardedId.of(Remark.class, ShardedUUID.from(row.get(REMARKS.id))))
                .version(row.get(REMARKS.version)).state(AccountState.valueOf(row.get(REMARKS.state)))
                .country(row.get(REMARKS.country)).text(row.get(REMARKS.text))
                .createdDate(row.get(REMARKS.createdDate)).updatedDate(row.get(REMARKS.updatedDate)).build();
    }

    @Override
    public Remarks.Row toRecord(Remark remark) {
        var row = new Remarks.Row();
        row.from(new Object[]{remark.id.uuid(), remark.version, remark.state.name(), remark.country, remark.text,
                remark.createdDate, remark.updatedDate});
        return row;
    }
}
