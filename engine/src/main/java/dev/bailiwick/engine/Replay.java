package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.spi.MalformedBytesException;
import dev.bailiwick.store.AggregateState;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Makes frames that are read from the log part of memory again. Belongs to whoever opens the shard.
final class Replay {
    private final LogIdentity identity;

    Replay(LogIdentity identity) {
        this.identity = identity;
    }

    /// Puts a frame of a sealed segment into that segment's index. What a frame says is enough for it, so the state before need
    /// not be known.
    void index(Frame frame, Decision decision, SegmentIndex segment) {
        long packed = frame.location().packed();
        switch (decision) {
            case Decision.Appended appended -> {
                appended.streams().stream().filter(stream -> !stream.events().isEmpty())
                        .forEach(stream -> segment.add(stream.key(),
                                stream.headAfter(appended.recordedMs(frame.timeMs())), stream.events().size(), packed,
                                frame.sequence()));
                appended.places().forEach(place -> segment.places().add(place.partition(), place.sequence(), packed));
                appended.command().ifPresent(command -> appended.places().forEach(place -> segment.commands()
                        .add(place.partition(), appended.orgId(), command.id(), packed, command.bucket())));
            }
            case Decision.Trimmed trimmed -> {
                segment.add(trimmed.key(), new Head(trimmed.version(), trimmed.firstVersion(), AggregateState.LIVE,
                        trimmed.hash(), frame.timeMs()), 0, packed, frame.sequence());
                segment.places().add(trimmed.place().partition(), trimmed.place().sequence(), packed);
            }
            case Decision.Deleted deleted -> {
                segment.add(deleted.key(), new Head(deleted.version(), deleted.version() + 1,
                        ShardState.stateAfter(deleted.recreation()), deleted.hash(), frame.timeMs()), 0, packed,
                        frame.sequence());
                segment.places().add(deleted.place().partition(), deleted.place().sequence(), packed);
            }
            case Decision.Adopted adopted -> {
                segment.add(adopted.key(), adopted.head(), 0, packed, frame.sequence());
                segment.adopt(adopted.anchor());
                segment.places().add(adopted.place().partition(), adopted.place().sequence(), packed);
            }
            case Decision.Erased erased -> segment.places().add(erased.place().partition(), erased.place().sequence(),
                    packed);
            case Decision.Reclaimed reclaimed -> reclaimed.commits().forEach(gone -> gone.places()
                    .forEach(place -> segment.places().add(place.partition(), place.sequence(), packed)));
            case Decision.Anchors ignored -> {}
            case Decision.Sealed ignored -> {}
            case Decision.Forgotten ignored -> {}
        }
    }

    /// Makes the frames of the segment that is being written part of the shard's state.
    void apply(List<Frame> frames, ShardState state, ShardView view) throws IOException {
        var decisions = frames.stream().map(this::read).toList();
        var before = view.sealed().heads(keysOf(decisions));
        for (int i = 0; i < frames.size(); i++) {
            try {
                apply(decisions.get(i), frames.get(i), state, key -> {
                    var head = state.inMemory(key);
                    return head == null ? before.get(key) : head;
                });
            } catch (IllegalStateException e) {
                throw new MalformedBytesException(describe(frames.get(i)) + " makes no sense: " + e.getMessage());
            }
        }
    }

    private interface Before {
        @Nullable
        Head head(AggregateKey key);
    }

    private static Set<AggregateKey> keysOf(List<Decision> decisions) {
        var keys = new HashSet<AggregateKey>();
        for (var decision : decisions) {
            switch (decision) {
                case Decision.Appended appended -> appended.streams().forEach(stream -> keys.add(stream.key()));
                case Decision.Trimmed trimmed -> keys.add(trimmed.key());
                case Decision.Deleted deleted -> keys.add(deleted.key());
                case Decision.Adopted ignored -> {}
                case Decision.Erased ignored -> {}
                case Decision.Reclaimed ignored -> {}
                case Decision.Anchors ignored -> {}
                case Decision.Forgotten ignored -> {}
                case Decision.Sealed ignored -> {}
            }
        }
        return keys;
    }

    private static void apply(Decision decision, Frame frame, ShardState state, Before before) {
        switch (decision) {
            case Decision.Appended appended -> state.apply(appended,
                    appended.streams().stream().map(stream -> Optional.ofNullable(before.head(stream.key()))).toList(),
                    frame.location(), frame.sequence(), frame.timeMs());
            case Decision.Trimmed trimmed -> state.apply(trimmed, before.head(trimmed.key()), frame.location(),
                    frame.sequence(), frame.timeMs());
            case Decision.Deleted deleted -> state.apply(deleted, before.head(deleted.key()), frame.location(),
                    frame.sequence(), frame.timeMs());
            case Decision.Adopted adopted -> state.apply(adopted, frame.location(), frame.sequence());
            case Decision.Erased erased -> state.apply(erased, frame.location());
            case Decision.Reclaimed ignored -> throw new IllegalStateException("it is no frame of an open segment");
            case Decision.Anchors ignored -> throw new IllegalStateException("it is no frame of an open segment");
            case Decision.Forgotten forgotten -> state.commands().forget(forgotten);
            case Decision.Sealed sealed -> check(sealed, state);
        }
    }

    /// For finished segments.
    ShardLog.Visitor visitor(BiConsumer<Frame, Decision> visitor) {
        return new ShardLog.Visitor() {
            @Override
            public Decision read(Frame frame) {
                return Replay.this.read(frame);
            }

            @Override
            public void visit(Frame frame, Decision decision) {
                visitor.accept(frame, decision);
            }
        };
    }

    /// What a frame says.
    Decision read(Frame frame) {
        try {
            return Decisions.read(frame);
        } catch (MalformedBytesException | IllegalStateException e) {
            throw new MalformedBytesException(describe(frame) + " makes no sense: " + e.getMessage());
        }
    }

    /// The digests that were written must be those that come of replaying.
    private static void check(Decision.Sealed sealed, ShardState state) {
        if (!sealed.partitions().equals(state.digests())) {
            throw new IllegalStateException("the digests of its partitions do not match the frames before it");
        }
    }

    private String describe(Frame frame) {
        return "frame " + frame.sequence() + " of shard " + identity.shard() + " at " + frame.location();
    }
}
