package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.PartitionDigest;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.spi.HashChain;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What a frame says: an outcome, not a request. Versions, sequences and hashes are decided, so applying it needs no judgement
/// and always does the same. The heads after a decision are all in it; nothing before it need be known to tell them.
sealed interface Decision {
    /// Events of one request.
    ///
    /// @param places the commit's place in each partition that it touches
    /// @param recordedMs when another store recorded them, if they came from one; else [#HERE]
    record Appended(UUID orgId, Optional<Command> command, List<Place> places, List<Stream> streams,
            long recordedMs) implements Decision {
        /// The frame's time is the time of recording.
        static final long HERE = -1;
    }

    record Trimmed(Place place, AggregateKey key, long version, Hash256 hash,
            long firstVersion) implements Decision {}

    record Deleted(Place place, AggregateKey key, long version, Hash256 hash,
            Recreation recreation) implements Decision {}

    /// An aggregate that came from another store begins, without the events that could no longer be read there.
    ///
    /// @param head as it is from now on; its hash is that of the last of those events
    record Adopted(Place place, AggregateKey key, Head head) implements Decision {
        Anchor anchor() {
            return new Anchor(key, head.version(), head.hash());
        }
    }

    /// The last of a segment: all that must be known of the log up to here to go on without reading it.
    record Sealed(SortedMap<Integer, PartitionDigest> partitions, CommandBuckets commands) implements Decision {}

    /// The payloads of an aggregate's events up to this version are gone, or will be when the erasure is finished. Changes no
    /// head.
    record Erased(Place place, AggregateKey key, long throughVersion) implements Decision {}

    /// Commits of which nothing is left but that they were there.
    record Reclaimed(List<Gone> commits) implements Decision {}

    /// From where the chains of aggregates can be verified whose older events are gone.
    record Anchors(List<Anchor> anchors) implements Decision {}

    /// A commit that lost all its events.
    ///
    /// @param sequence of the frame that was there
    record Gone(long sequence, long timeMs, List<Place> places) {}

    /// The last event of an aggregate that was reclaimed.
    record Anchor(AggregateKey key, long version, Hash256 hash) {}

    /// Commands that take too much space are forgotten before their time.
    ///
    /// @param firstBucket the first that stays
    /// @param upToMs no forgotten command, nor the time in its id, is later
    record Forgotten(long firstBucket, long upToMs) implements Decision {}

    /// When something was recorded.
    ///
    /// @param frameMs the time of the frame that says it
    default long recordedMs(long frameMs) {
        return switch (this) {
            case Appended appended -> appended.recordedMs() == Appended.HERE ? frameMs : appended.recordedMs();
            case Adopted adopted -> adopted.head().lastWriteMs();
            case Trimmed _,Deleted _,Sealed _,Erased _,Reclaimed _,Anchors _,Forgotten _ -> frameMs;
        };
    }

    /// A commit's place in a partition.
    ///
    /// @param epoch in which the partition got its owner
    record Place(int partition, long epoch, long sequence) {}

    /// Under which id a request was executed, and what it said.
    ///
    /// @param bucket see [CommandWindow]
    record Command(UUID id, Print print, long bucket) {}

    /// The first half of a request's fingerprint: enough to notice that an id was used for something else.
    record Print(long high, long low) {
        static Print of(Hash256 fingerprint) {
            return new Print(fingerprint.a(), fingerprint.b());
        }
    }

    /// Commands that are forgotten together.
    ///
    /// @param latestMs the latest time at which one of its commands was executed, or in the id of one
    /// @param latestMadeMs the latest time in the id of one
    record CommandBucket(long number, long beganMs, long latestMs, long latestMadeMs, long commands) {}

    /// What a shard remembers of commands, in numbers.
    ///
    /// @param lastBucket the number of the last one, whether it is still there or not
    record CommandBuckets(long forgottenUpToMs, long lastBucket, List<CommandBucket> buckets) {}

    /// The events of one aggregate.
    ///
    /// @param firstVersion of the events that are left; one past the last where none is
    /// @param firstReadable the aggregate's first version that was not trimmed away when this was written
    record Stream(AggregateKey key, int partition, long firstVersion, long firstReadable, List<Event> events) {
        long lastVersion() {
            return firstVersion + events.size() - 1;
        }

        boolean has(long version) {
            return version >= firstVersion && version <= lastVersion();
        }

        Head headAfter(long timeMs) {
            return new Head(lastVersion(), firstReadable, AggregateState.LIVE, events.getLast().hash(), timeMs);
        }
    }

    /// One event.
    ///
    /// @param erasedPayload the hash of the payload if it was erased; salt and payload are empty then
    @SuppressWarnings("ArrayRecordComponent") // bytes on their way between callers and disk, never compared
    record Event(String type, SortedMap<String, String> metadata, byte[] salt, byte[] payload, Hash256 hash,
            @Nullable Hash256 erasedPayload) {

        boolean isErased() {
            return erasedPayload != null;
        }

        Hash256 payloadHash(HashChain chain) {
            return erasedPayload == null ? chain.payload(salt, payload) : erasedPayload;
        }

        Event erased(HashChain chain) {
            return new Event(type, metadata, new byte[0], new byte[0], hash, payloadHash(chain));
        }
    }
}
