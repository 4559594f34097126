package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// Rows are not as they were read: somebody else has changed or deleted them meanwhile. Nothing was written. Read them again and decide again; an
/// [ActionExecutor] does so by itself.
public final class StaleRecordException extends PersistenceException {
    private static final long serialVersionUID = 1;
    private static final int SHOWN = 10;

    private final transient ShardIdentifier shard;
    private final transient List<Stale> records;

    /// A row that is not as it was read.
    ///
    /// @param row such as `Wallet:0190…`
    /// @param expected the version that was read
    /// @param actual the version of the row; empty where there is none
    public record Stale(String row, Object id, long expected, OptionalLong actual, boolean deleted) {
        @Override
        public String toString() {
            if (actual.isEmpty()) {
                return row + " does not exist";
            }
            return row + " was read at version " + expected + " and "
                    + (deleted ? "is deleted" : "has version " + actual.getAsLong());
        }
    }

    StaleRecordException(ShardDatabase database, List<Stale> records) {
        super(PersistenceError.STALE_RECORD, "on shard " + database + ": "
                + records.stream().limit(SHOWN).map(Stale::toString).collect(Collectors.joining("; "))
                + (records.size() > SHOWN ? "; and " + (records.size() - SHOWN) + " more" : "")
                + ". Read again and decide again");
        this.shard = database.shard();
        this.records = List.copyOf(records);
    }

    public ShardIdentifier shard() {
        return shard;
    }

    /// The rows that were stale, in the order in which they came.
    public List<Stale> records() {
        return records;
    }
}
