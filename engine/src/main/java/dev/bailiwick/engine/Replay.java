package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.spi.MalformedBytesException;
import dev.bailiwick.store.AggregateState;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/// Makes frames that are read from the log part of memory again. Belongs to whoever opens the shard.
final class Replay {
    private final LogIdentity identity;

    Replay(LogIdentity identity) {
        this.identity = identity;
    }

    /// Puts a frame of a sealed segment into that segment's index. What a frame says is enough for it, so the state before need
    /// not be known.
    void index(Frame frame, SegmentIndex segment) {
        var decision = read(frame);
        long packed = frame.location().packed();
        switch (decision) {
            case Decision.Appended appended -> {
                appended.streams().forEach(stream -> segment.add(stream.key(), headAfter(stream, frame.timeMs()),
                        stream.events().size(), packed, frame.sequence()));
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
            case Decision.Sealed ignored -> {}
            case Decision.Forgotten ignored -> {}
        }
    }

    /// Makes a frame of the segment that is being written part of the shard's state.
    void apply(Frame frame, ShardState state, ShardView view) {
        try {
            var location = frame.location();
            switch (read(frame)) {
                case Decision.Appended appended -> apply(appended, frame, state, view);
                case Decision.Trimmed trimmed -> state.apply(trimmed, before(trimmed.key(), state, view), location,
                        frame.sequence(), frame.timeMs());
                case Decision.Deleted deleted -> state.apply(deleted, before(deleted.key(), state, view), location,
                        frame.sequence(), frame.timeMs());
                case Decision.Forgotten forgotten -> state.commands().forget(forgotten);
                case Decision.Sealed sealed -> check(sealed, state);
            }
        } catch (IllegalStateException e) {
            throw new MalformedBytesException(describe(frame) + " makes no sense: " + e.getMessage());
        }
    }

    /// What a frame says.
    Decision read(Frame frame) {
        try {
            return Decisions.read(frame);
        } catch (MalformedBytesException | IllegalStateException e) {
            throw new MalformedBytesException(describe(frame) + " makes no sense: " + e.getMessage());
        }
    }

    private void apply(Decision.Appended appended, Frame frame, ShardState state, ShardView view) {
        for (var stream : appended.streams()) {
            var head = headAfter(stream, frame.timeMs());
            state.change(stream.key(), stream.partition(), before(stream.key(), state, view), head);
            view.active().add(stream.key(), head, stream.events().size(), frame.location().packed(), frame.sequence());
        }
        appended.places().forEach(place -> state.advance(place, frame.location()));
        appended.command().ifPresent(command -> state.addCommand(appended.orgId(), command.id(), command.bucket(),
                appended.places(), frame.location(), frame.timeMs()));
    }

    private static Head headAfter(Decision.Stream stream, long timeMs) {
        return new Head(stream.lastVersion(), stream.firstReadable(), AggregateState.LIVE,
                stream.events().getLast().hash(), timeMs);
    }

    private static @Nullable Head before(AggregateKey key, ShardState state, ShardView view) {
        var known = state.inMemory(key);
        try {
            return known != null ? known : view.sealed().head(key);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
