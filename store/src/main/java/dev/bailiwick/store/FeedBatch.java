package dev.bailiwick.store;

import java.util.List;

/// Some commits, those of one partition in order. It may be empty where a filter let nothing through for a long while; saving the
/// position then spares reading all that again.
///
/// @param position the place after this batch: save it with the effects of the batch to continue from there
public record FeedBatch(List<Commit> commits, FeedPosition position) {
    public FeedBatch {
        commits = List.copyOf(commits);
    }

    /// The events of all commits.
    public List<RecordedEvent> events() {
        return commits.stream().flatMap(commit -> commit.events().stream()).toList();
    }
}
