package dev.bailiwick.store;

import java.time.Instant;

/// When and where something was committed.
///
/// @param sequence the place in the partition's feed: 1, 2, 3 without gaps; 0 where a server does not tell it, since the caller may see
///        only one org and the number would count the commits of others
/// @param recordedAt the store's time, to the millisecond; never earlier than that of the commit before
public record CommitStamp(int partition, long sequence, Instant recordedAt) {
    /// The same for somebody who may not know how many commits there are.
    public CommitStamp withoutSequence() {
        return new CommitStamp(partition, 0, recordedAt);
    }
}
