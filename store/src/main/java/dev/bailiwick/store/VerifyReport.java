package dev.bailiwick.store;

import dev.bailiwick.placement.AggregateKey;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a verification found.
///
/// @param aggregates how many were checked, deleted ones included
/// @param events how many were checked
/// @param problems the first [Limits#MAX_REPORTED_PROBLEMS] problems
/// @param problemCount how many there are in all
/// @param digests for each partition that has commits, if everything was verified
public record VerifyReport(long aggregates, long events, List<Problem> problems, long problemCount,
        SortedMap<Integer, PartitionDigest> digests) {

    public VerifyReport {
        problems = List.copyOf(problems);
        digests = Collections.unmodifiableSortedMap(new TreeMap<>(digests));
    }

    public boolean ok() {
        return problemCount == 0;
    }

    /// Something that is not as it was written.
    ///
    /// @param key the aggregate, where one can be named
    public record Problem(Optional<AggregateKey> key, String description) {}
}
