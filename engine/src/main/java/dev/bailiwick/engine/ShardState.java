package dev.bailiwick.engine;

import dev.bailiwick.engine.Decision.Command;
import dev.bailiwick.engine.Decision.Event;
import dev.bailiwick.engine.Decision.Place;
import dev.bailiwick.engine.Decision.Stream;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.PartitionMap;
import dev.bailiwick.store.AggregateDetails;
import dev.bailiwick.store.AggregateNotExistsException;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.AggregateWrite;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.PartitionDigest;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.TrimBeyondEndException;
import dev.bailiwick.store.spi.Fingerprint;
import dev.bailiwick.store.spi.HashChain;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/// What a shard decides by: the heads of its aggregates, the sequences and digests of its partitions, the commands it remembers.
/// It includes what is staged and not yet durable. Belongs to the shard's thread.
final class ShardState {
    private final ToIntFunction<AggregateKey> partitionOf;
    private final CommandWindow commands;
    private final HashChain chain = new HashChain();
    private final SecureRandom random = new SecureRandom();
    private final Map<AggregateKey, Head> heads = new HashMap<>();
    private final TreeMap<Integer, PartitionDigest> partitions = new TreeMap<>();

    ShardState(ToIntFunction<AggregateKey> partitionOf, CommandWindow commands) {
        this.partitionOf = partitionOf;
        this.commands = commands;
    }

    /// The result of the first time, if the request was executed before.
    Optional<AppendResult> recall(AppendRequest request, long nowMs) {
        if (request.commandId().isEmpty()) {
            return Optional.empty();
        }
        commands.forget(nowMs);
        var id = request.commandId().get();
        var fingerprint = Fingerprint.of(request);
        for (var write : request.writes()) {
            var found = commands.find(partitionOf.applyAsInt(write.key()), request.org(), id, fingerprint);
            if (found.isPresent()) {
                return found;
            }
        }
        commands.checkAge(id, nowMs);
        return Optional.empty();
    }

    /// What an append will do, if it may.
    Decision.Appended decide(AppendRequest request) {
        WriteRules.checkAppend(request, heads);
        var places = new LinkedHashMap<Integer, Place>();
        var streams = new ArrayList<Stream>();
        for (var write : request.writes()) {
            int partition = partitionOf.applyAsInt(write.key());
            places.computeIfAbsent(partition, this::nextPlace);
            streams.add(stream(write, partition));
        }
        var command = request.commandId().map(id -> new Command(id, Fingerprint.of(request)));
        return new Decision.Appended(request.org(), command, List.copyOf(places.values()), streams);
    }

    /// What a trim will do; empty where nothing is left to do.
    Optional<Decision> decideTrim(AggregateKey key, long keepFromVersion) {
        var head = live(key);
        if (keepFromVersion > head.version() + 1) {
            throw new TrimBeyondEndException(key, keepFromVersion, head.version());
        }
        return keepFromVersion > head.firstVersion()
                ? Optional.of(new Decision.Trimmed(nextPlace(partitionOf.applyAsInt(key)), key, keepFromVersion))
                : Optional.empty();
    }

    /// What a delete will do; empty where nothing is left to do.
    Optional<Decision> decideDelete(AggregateKey key, ExpectedVersion expected, Recreation recreation) {
        var head = heads.get(key);
        if (head == null) {
            throw new AggregateNotExistsException(key);
        }
        WriteRules.checkDelete(key, head, expected, recreation);
        return head.state() == stateAfter(recreation)
                ? Optional.empty()
                : Optional.of(
                        new Decision.Deleted(nextPlace(partitionOf.applyAsInt(key)), key, head.version(), recreation));
    }

    AggregateDetails details(AggregateKey key) {
        var head = heads.get(key);
        if (head == null) {
            throw new AggregateNotExistsException(key);
        }
        return head.details(key);
    }

    /// Makes a decision part of the state: just after it was made, or when the log is read.
    void apply(Decision decision, long timeMs) {
        switch (decision) {
            case Decision.Appended appended -> applyAppended(appended, timeMs);
            case Decision.Trimmed trimmed -> {
                change(trimmed.key(), live(trimmed.key()).trimmed(trimmed.firstVersion(), timeMs));
                advance(trimmed.place());
            }
            case Decision.Deleted deleted -> {
                var head = heads.get(deleted.key());
                if (head == null) {
                    throw new IllegalStateException("deleted what never existed: " + deleted.key());
                }
                change(deleted.key(), head.deleted(stateAfter(deleted.recreation()), timeMs));
                advance(deleted.place());
            }
        }
    }

    static AppendResult resultOf(Decision.Appended appended) {
        var versions = new HashMap<AggregateKey, Long>();
        appended.streams().forEach(stream -> versions.put(stream.key(), stream.lastVersion()));
        var sequences = new HashMap<Integer, Long>();
        appended.places().forEach(place -> sequences.put(place.partition(), place.sequence()));
        return new AppendResult(versions, sequences, false);
    }

    static AggregateState stateAfter(Recreation recreation) {
        return switch (recreation) {
            case ALLOWED -> AggregateState.DELETED_RECREATABLE;
            case FORBIDDEN -> AggregateState.DELETED;
        };
    }

    /// A copy, for verification.
    Map<AggregateKey, Head> heads() {
        return Map.copyOf(heads);
    }

    /// A copy, for verification.
    SortedMap<Integer, PartitionDigest> digests() {
        return new TreeMap<>(partitions);
    }

    private void applyAppended(Decision.Appended appended, long timeMs) {
        for (var stream : appended.streams()) {
            var before = heads.get(stream.key());
            var hash = stream.events().getLast().hash();
            change(stream.key(), before == null
                    ? new Head(stream.lastVersion(), 1, AggregateState.LIVE, hash, timeMs)
                    : before.appended(stream.lastVersion(), hash, timeMs));
        }
        appended.places().forEach(this::advance);
        appended.command().ifPresent(command -> commands.remember(appended.orgId(), command.id(),
                new CommandWindow.Remembered(command.fingerprint(), resultOf(appended)), timeMs));
    }

    private Stream stream(AggregateWrite write, int partition) {
        var head = heads.get(write.key());
        long version = head == null ? 0 : head.version();
        var hash = head == null ? chain.genesis(write.key()) : head.hash();
        long firstVersion = version + 1;
        var events = new ArrayList<Event>();
        for (var event : write.events()) {
            var salt = new byte[HashChain.SALT_BYTES];
            random.nextBytes(salt);
            var payload = event.payload();
            version++;
            hash = chain.next(hash, write.key(), version, event.type(), event.metadata(), chain.payload(salt, payload));
            events.add(new Event(event.type(), event.metadata(), salt, payload, hash));
        }
        return new Stream(write.key(), partition, firstVersion, events);
    }

    private Place nextPlace(int partition) {
        var digest = partitions.get(partition);
        return new Place(partition, PartitionMap.FIRST_EPOCH, digest == null ? 1 : digest.sequence() + 1);
    }

    private void change(AggregateKey key, Head after) {
        var before = heads.put(key, after);
        partitions.merge(partitionOf.applyAsInt(key), new PartitionDigest(0, after.digest(key, chain)),
                (old, added) -> new PartitionDigest(old.sequence(), old.digest().plus(added.digest())));
        if (before != null) {
            partitions.computeIfPresent(partitionOf.applyAsInt(key),
                    (partition, digest) -> new PartitionDigest(digest.sequence(),
                            digest.digest().minus(before.digest(key, chain))));
        }
    }

    private void advance(Place place) {
        var digest = partitions.getOrDefault(place.partition(), new PartitionDigest(0, Hash256.ZERO));
        if (place.sequence() != digest.sequence() + 1) {
            throw new IllegalStateException(
                    "sequence " + place.sequence() + " of partition " + place.partition() + " after "
                            + digest.sequence());
        }
        partitions.put(place.partition(), new PartitionDigest(place.sequence(), digest.digest()));
    }

    private Head live(AggregateKey key) {
        var head = heads.get(key);
        if (head == null || !head.isLive()) {
            throw new AggregateNotExistsException(key);
        }
        return head;
    }
}
