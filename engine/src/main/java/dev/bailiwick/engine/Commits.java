package dev.bailiwick.engine;

import dev.bailiwick.store.Change;
import dev.bailiwick.store.Commit;
import dev.bailiwick.store.CommitStamp;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.UnreadableStoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What frames mean to readers and subscribers.
final class Commits {
    private Commits() {
    }

    /// What a frame is in the feed of one partition.
    static Commit of(LogReader.Entry entry, int partition, long sequence) {
        var stamp = new CommitStamp(partition, sequence, Instant.ofEpochMilli(entry.timeMs()));
        return switch (entry.decision()) {
            case Decision.Appended appended -> new Commit(stamp, appended.command().map(Decision.Command::id),
                    new Change.Appended(events(appended, stamp)));
            case Decision.Trimmed trimmed -> new Commit(stamp, Optional.empty(),
                    new Change.Trimmed(trimmed.key(), trimmed.firstVersion()));
            case Decision.Deleted deleted -> new Commit(stamp, Optional.empty(),
                    new Change.Deleted(deleted.key(), deleted.version(), deleted.recreation()));
            case Decision.Adopted adopted -> new Commit(stamp, Optional.empty(), change(adopted));
            case Decision.Erased erased -> new Commit(stamp, Optional.empty(),
                    new Change.Erased(erased.key(), erased.throughVersion()));
            case Decision.Reclaimed reclaimed -> new Commit(
                    new CommitStamp(partition, sequence, Instant.ofEpochMilli(timeOf(reclaimed, partition, sequence))),
                    Optional.empty(), new Change.Appended(List.of()));
            case Decision.Anchors ignored -> throw new IllegalStateException("anchors are in no feed");
            case Decision.Sealed ignored -> throw new IllegalStateException("the end of a segment is in no feed");
            case Decision.Forgotten ignored -> throw new IllegalStateException("forgetting is in no feed");
        };
    }

    /// To who reads the feed, the events that did not come are like those that were there and are no longer.
    private static Change change(Decision.Adopted adopted) {
        var head = adopted.head();
        return switch (head.state()) {
            case LIVE -> new Change.Trimmed(adopted.key(), head.firstVersion());
            case DELETED_RECREATABLE -> new Change.Deleted(adopted.key(), head.version(), Recreation.ALLOWED);
            case DELETED -> new Change.Deleted(adopted.key(), head.version(), Recreation.FORBIDDEN);
        };
    }

    private static long timeOf(Decision.Reclaimed reclaimed, int partition, long sequence) {
        for (var gone : reclaimed.commits()) {
            for (var place : gone.places()) {
                if (place.partition() == partition && place.sequence() == sequence) {
                    return gone.timeMs();
                }
            }
        }
        throw new UnreadableStoreException(
                "the index leads to a frame without commit " + sequence + " of partition " + partition);
    }

    /// One event of an aggregate.
    ///
    /// @param place which of the stream's events
    static RecordedEvent event(Decision.Stream stream, int place, CommitStamp stamp) {
        var event = stream.events().get(place);
        return new RecordedEvent(stream.key(), stream.firstVersion() + place, event.type(), event.metadata(),
                event.payload(), event.isErased(), stamp, event.hash());
    }

    private static List<RecordedEvent> events(Decision.Appended appended, CommitStamp stamp) {
        var events = new ArrayList<RecordedEvent>();
        for (var stream : appended.streams()) {
            for (int i = 0; i < stream.events().size() && stream.partition() == stamp.partition(); i++) {
                events.add(event(stream, i, stamp));
            }
        }
        return events;
    }
}
