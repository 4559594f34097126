package dev.bailiwick.store;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// One entry of a partition's feed. An append over several partitions appears once in each, under the same command id if it had
/// one. A remote client gives every request an id.
public record Commit(CommitStamp stamp, Optional<UUID> commandId, Change change) {
    public int partition() {
        return stamp.partition();
    }

    public long sequence() {
        return stamp.sequence();
    }

    /// The same for somebody who may not know how many commits there are.
    public Commit withoutSequence() {
        var told = change instanceof Change.Appended appended
                ? new Change.Appended(appended.events().stream().map(RecordedEvent::withoutSequence).toList())
                : change;
        return new Commit(stamp.withoutSequence(), commandId, told);
    }

    /// The events that were appended; none for another change.
    public List<RecordedEvent> events() {
        return change instanceof Change.Appended appended ? appended.events() : List.of();
    }
}
