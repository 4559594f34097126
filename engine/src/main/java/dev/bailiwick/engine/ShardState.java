package dev.bailiwick.engine;

import dev.bailiwick.engine.Decision.Place;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateDetails;
import dev.bailiwick.store.AggregateNotExistsException;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.CommandReusedException;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.PartitionDigest;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.TrimBeyondEndException;
import dev.bailiwick.store.spi.HashChain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What a shard decides by: the heads of its aggregates, the sequences and digests of its partitions, the commands it remembers.
/// It includes what is staged and not yet durable. Belongs to the shard's thread.
final class ShardState {
    private final Routing routing;
    private final ShardView view;
    private final HeadTable heads;
    private final CommandWindow commands;
    private final PartitionTable partitions;
    private final HashChain chain = new HashChain();
    /// The latest time in the id of a command that is not in memory.
    private long sealedLatestMadeMs;
    private long unreadable;

    ShardState(ShardView view, HeadTable heads, CommandWindow commands) {
        this.routing = view.routing();
        this.view = view;
        this.heads = heads;
        this.commands = commands;
        this.partitions = new PartitionTable(routing.partitionCount());
    }

    PartitionTable partitions() {
        return partitions;
    }

    CommandWindow commands() {
        return commands;
    }

    /// The head of an aggregate; null if it is not in memory, which does not say that there is none.
    @Nullable
    Head inMemory(AggregateKey key) {
        var head = cached(key);
        return head == null ? inSegments(key) : head;
    }

    /// The same from the cache alone.
    @Nullable
    Head cached(AggregateKey key) {
        return heads.get(key);
    }

    /// The same from the segments in memory, whereupon it is in the cache.
    @Nullable
    Head inSegments(AggregateKey key) {
        for (var segment : view.segments()) {
            int record = segment.newest(key);
            if (record != SegmentIndex.NONE) {
                var head = segment.head(record);
                heads.put(key, head);
                return head;
            }
        }
        return null;
    }

    /// Reads where a key of this hash would be, see [Lookup#approach].
    long approachTables(int hash) {
        return heads.approach(hash) + view.active().approach(hash);
    }

    /// The same for a command and for the commits of its partitions.
    long approachCommand(Work.CommandNeed command) {
        long content = 0;
        for (int partition : command.partitions()) {
            content += view.active().places().approach(partition)
                    + view.active().commands().approach(partition, command.id());
        }
        return content;
    }

    /// The same for where their next commits go.
    long approachPlaces(Work.CommandNeed command) {
        long content = 0;
        for (int partition : command.partitions()) {
            content += view.active().places().approachNext(partition);
        }
        return content;
    }

    /// The same for its head.
    long approachHead(int hash) {
        return heads.approachHead(hash);
    }

    /// What the cache of heads takes; anybody may ask.
    long cacheBytes() {
        return heads.bytes();
    }

    /// Notes a head that was loaded.
    void remember(AggregateKey key, Head head) {
        heads.put(key, head);
    }

    /// Where a command was executed, as far as the segments in memory tell.
    @Nullable
    FrameLocation commandInMemory(Work.CommandNeed command) {
        for (int partition : command.partitions()) {
            for (var segment : view.segments()) {
                int record = segment.commands().find(partition, command.org(), command.id());
                if (record != CommandTable.NONE) {
                    return FrameLocation.unpack(segment.segmentId(), segment.commands().packedLocation(record));
                }
            }
        }
        return null;
    }

    /// Whether a command that is not in memory may have been executed.
    boolean mayBeSealed(Work.CommandNeed command) {
        return CommandWindow.mayBeKnown(command.id(), sealedLatestMadeMs);
    }

    /// The result of the first time, if the request was executed before.
    Optional<AppendResult> recall(AppendRequest request, Hash256 fingerprint, Work.@Nullable Remembered remembered,
            long nowMs) {
        var id = request.commandId().orElseThrow();
        if (remembered != null && commands.remembers(id, remembered.timeMs(), nowMs)) {
            var print = Decision.Print.of(fingerprint);
            boolean same = remembered.decision().command().filter(command -> command.print().equals(print)).isPresent();
            if (!same) {
                throw new CommandReusedException(id);
            }
            return Optional.of(resultOf(remembered.decision()).asDuplicate());
        }
        commands.checkAge(id, nowMs);
        return Optional.empty();
    }

    /// What an append will do, if it may.
    Append decide(Prepared prepared, @Nullable Head[] before, long nowMs) {
        WriteRules.checkAppend(prepared.request(), before);
        var hashes = new Hash256[prepared.events()];
        int event = 0;
        for (int i = 0; i < before.length; i++) {
            event = chain(prepared, i, before[i], hashes, event);
        }
        long bucket = prepared.fingerprint() == null ? 0 : commands.bucketFor(nowMs);
        return new Append(prepared, bucket, placesOf(prepared.partitions()), before, hashes);
    }

    /// What a trim will do; empty where nothing is left to do.
    Optional<Decision.Trimmed> decideTrim(AggregateKey key, @Nullable Head before, long keepFromVersion) {
        if (before == null || !before.isLive()) {
            throw new AggregateNotExistsException(key);
        }
        if (keepFromVersion > before.version() + 1) {
            throw new TrimBeyondEndException(key, keepFromVersion, before.version());
        }
        return keepFromVersion > before.firstVersion()
                ? Optional.of(new Decision.Trimmed(partitions.nextPlace(routing.partitionOf(key)), key,
                        before.version(), before.hash(), keepFromVersion))
                : Optional.empty();
    }

    /// What a delete will do; empty where nothing is left to do.
    Optional<Decision.Deleted> decideDelete(AggregateKey key, @Nullable Head before, ExpectedVersion expected,
            Recreation recreation) {
        if (before == null) {
            throw new AggregateNotExistsException(key);
        }
        WriteRules.checkDelete(key, before, expected, recreation);
        return before.state() == stateAfter(recreation)
                ? Optional.empty()
                : Optional.of(new Decision.Deleted(partitions.nextPlace(routing.partitionOf(key)), key,
                        before.version(), before.hash(), recreation));
    }

    /// What an erasure says of an aggregate.
    Decision.Erased decideErased(AggregateKey key, long throughVersion) {
        return new Decision.Erased(partitions.nextPlace(routing.partitionOf(key)), key, throughVersion);
    }

    /// Where the next commit of an aggregate will be.
    Place nextPlace(AggregateKey key) {
        return partitions.nextPlace(routing.partitionOf(key));
    }

    /// What is true of an aggregate now.
    ///
    /// @param before its head when the decision was made
    AggregateDetails details(AggregateKey key, @Nullable Head before) {
        var changed = inMemory(key);
        var head = changed == null ? before : changed;
        if (head == null) {
            throw new AggregateNotExistsException(key);
        }
        return head.details(key);
    }

    /// Makes an append part of the state, just after it was decided.
    void apply(Append append, FrameLocation location, long sequence, long timeMs) {
        int event = 0;
        for (int i = 0; i < append.streams(); i++) {
            event += append.events(i);
            var head = new Head(append.lastVersion(i), append.firstReadable(i), AggregateState.LIVE,
                    append.hashes()[event - 1], timeMs);
            change(append.key(i), append.prepared().partitions()[i], append.before()[i], head);
            view.active().add(append.key(i), head, append.events(i), location.packed(), sequence);
        }
        for (int i = 0; i < append.places().size(); i++) {
            advance(append.places().get(i), location);
        }
        if (append.prepared().fingerprint() != null) {
            var id = append.prepared().request().commandId().orElseThrow();
            addCommand(append.key(0).orgId(), id, append.bucket(), append.places(), location, timeMs);
        }
    }

    /// Makes an append part of the state that was read from the log.
    ///
    /// @param before the heads before, in the order of the streams
    void apply(Decision.Appended appended, List<Optional<Head>> before, FrameLocation location, long sequence,
            long timeMs) {
        for (int i = 0; i < before.size(); i++) {
            var stream = appended.streams().get(i);
            var head = stream.headAfter(appended.recordedMs(timeMs));
            change(stream.key(), stream.partition(), before.get(i).orElse(null), head);
            view.active().add(stream.key(), head, stream.events().size(), location.packed(), sequence);
        }
        appended.places().forEach(place -> advance(place, location));
        appended.command().ifPresent(command -> addCommand(appended.orgId(), command.id(), command.bucket(),
                appended.places(), location, timeMs));
    }

    /// Makes events that came from another store part of the state.
    void apply(ImportedEvents imported, FrameLocation location, long sequence) {
        change(imported.key(), imported.place().partition(), imported.before(), imported.after());
        view.active().add(imported.key(), imported.after(), imported.events(), location.packed(), sequence);
        advance(imported.place(), location);
    }

    /// Lets an aggregate that came from another store begin, of which nothing is known here.
    void apply(Decision.Adopted adopted, FrameLocation location, long sequence) {
        change(adopted.key(), adopted.place().partition(), null, adopted.head());
        view.active().add(adopted.key(), adopted.head(), 0, location.packed(), sequence);
        view.active().adopt(adopted.anchor());
        advance(adopted.place(), location);
    }

    /// Makes a trim part of the state.
    void apply(Decision.Trimmed trimmed, @Nullable Head before, FrameLocation location, long sequence, long timeMs) {
        var head = new Head(trimmed.version(), trimmed.firstVersion(), AggregateState.LIVE, trimmed.hash(), timeMs);
        change(trimmed.key(), trimmed.place().partition(), before, head);
        addUnreadable(before, head);
        view.active().add(trimmed.key(), head, 0, location.packed(), sequence);
        advance(trimmed.place(), location);
    }

    /// Makes a delete part of the state.
    void apply(Decision.Deleted deleted, @Nullable Head before, FrameLocation location, long sequence, long timeMs) {
        var head = new Head(deleted.version(), deleted.version() + 1, stateAfter(deleted.recreation()),
                deleted.hash(), timeMs);
        change(deleted.key(), deleted.place().partition(), before, head);
        addUnreadable(before, head);
        view.active().add(deleted.key(), head, 0, location.packed(), sequence);
        advance(deleted.place(), location);
    }

    /// Makes an erasure part of the state.
    void apply(Decision.Erased erased, FrameLocation location) {
        advance(erased.place(), location);
    }

    private void addUnreadable(@Nullable Head before, Head after) {
        if (before != null) {
            unreadable += after.firstVersion() - before.firstVersion();
        }
    }

    private void addCommand(UUID org, UUID id, long bucket, List<Place> places, FrameLocation location, long timeMs) {
        for (int i = 0; i < places.size(); i++) {
            view.active().commands().add(places.get(i).partition(), org, id, location.packed(), bucket);
        }
        commands.add(id, bucket, timeMs);
    }

    private void change(AggregateKey key, int partition, @Nullable Head before, Head after) {
        partitions.add(partition, after.digest(key, chain));
        if (before != null) {
            partitions.subtract(partition, before.digest(key, chain));
        }
        heads.put(key, after);
    }

    private void advance(Place place, FrameLocation location) {
        partitions.advance(place);
        view.active().places().add(place.partition(), place.sequence(), location.packed());
    }

    Decision.Sealed seal(long nowMs) {
        commands.expire(nowMs);
        return new Decision.Sealed(partitions.toMap(), commands.toBuckets());
    }

    /// The commands of a segment are found in the sealed index only, from now on.
    void leaveMemory(CommandTable gone) {
        sealedLatestMadeMs = Math.max(sealedLatestMadeMs, gone.latestMadeMs());
    }

    /// How many events became unreadable since this was asked last.
    long takeUnreadable() {
        long taken = unreadable;
        unreadable = 0;
        return taken;
    }

    /// Begins where a sealed segment ended.
    void restore(Decision.Sealed sealed) {
        sealed.partitions().forEach(partitions::restore);
        commands.restore(sealed.commands());
        sealedLatestMadeMs = commands.latestMadeMs();
    }

    /// A copy, for verification.
    SortedMap<Integer, PartitionDigest> digests() {
        return partitions.toMap();
    }

    static AppendResult resultOf(Decision.Appended appended) {
        Map<AggregateKey, Long> versions = new HashMap<>();
        appended.streams().forEach(stream -> versions.put(stream.key(), stream.lastVersion()));
        Map<Integer, Long> sequences = new HashMap<>();
        appended.places().forEach(place -> sequences.put(place.partition(), place.sequence()));
        return new AppendResult(versions, sequences, false);
    }

    static AggregateState stateAfter(Recreation recreation) {
        return switch (recreation) {
            case ALLOWED -> AggregateState.DELETED_RECREATABLE;
            case FORBIDDEN -> AggregateState.DELETED;
        };
    }

    private int chain(Prepared prepared, int stream, @Nullable Head before, Hash256[] hashes, int firstEvent) {
        var write = prepared.request().writes().get(stream);
        var hash = before == null ? chain.genesis(write.key()) : before.hash();
        long version = before == null ? 0 : before.version();
        int event = firstEvent;
        for (int last = firstEvent + write.events().size(); event < last; event++) {
            int start = event == 0 ? 0 : prepared.contentEnds()[event - 1];
            hash = chain.next(hash, write.key(), ++version, prepared.contents(), start,
                    prepared.contentEnds()[event] - start);
            hashes[event] = hash;
        }
        return event;
    }

    private List<Place> placesOf(int[] partitionOfWrite) {
        if (partitionOfWrite.length == 1) {
            return List.of(partitions.nextPlace(partitionOfWrite[0]));
        }
        var places = new ArrayList<Place>();
        for (int partition : partitionOfWrite) {
            if (places.stream().noneMatch(place -> place.partition() == partition)) {
                places.add(partitions.nextPlace(partition));
            }
        }
        return places;
    }
}
