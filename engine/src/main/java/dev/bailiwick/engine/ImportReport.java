package dev.bailiwick.engine;

import java.util.UUID;

/// What an import did.
///
/// @param orgId whose file it is
/// @param checkedBytes how much of the file was checked; nothing is written before that is all of it
/// @param aggregates that got something
/// @param events that were written
/// @param present aggregates that had everything already
public record ImportReport(UUID orgId, long checkedBytes, long aggregates, long events, long present) {
    ImportReport checked(long bytes) {
        return new ImportReport(orgId, bytes, aggregates, events, present);
    }

    ImportReport present(long more) {
        return new ImportReport(orgId, checkedBytes, aggregates, events, present + more);
    }

    ImportReport imported(long moreAggregates, long moreEvents) {
        return new ImportReport(orgId, checkedBytes, aggregates + moreAggregates, events + moreEvents, present);
    }
}
