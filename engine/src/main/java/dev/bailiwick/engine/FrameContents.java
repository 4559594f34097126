package dev.bailiwick.engine;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Tells what a frame says, for somebody who looks at the log.
final class FrameContents {
    private FrameContents() {
    }

    /// A frame whose content this version does not know is told too, without it.
    static FrameFacts of(Frame frame) {
        var nothing = new FrameFacts(frame.location().segmentId(), frame.location().offset(), frame.location().bytes(),
                frame.sequence(), kind(frame.kind()), Instant.ofEpochMilli(frame.timeMs()), frame.durableUpTo(),
                List.of(), Optional.empty(), List.of(), Optional.empty());
        try {
            return with(nothing, Decisions.read(frame));
        } catch (IllegalStateException | IllegalArgumentException e) {
            return new FrameFacts(nothing.segmentId(), nothing.offset(), nothing.bytes(), nothing.sequence(),
                    nothing.kind(), nothing.at(), nothing.durableUpTo(), List.of(), Optional.empty(), List.of(),
                    Optional.of("its content makes no sense: " + e.getMessage()));
        }
    }

    static String kind(byte kind) {
        return switch (kind) {
            case Decisions.APPENDED -> "appended";
            case Decisions.TRIMMED -> "trimmed";
            case Decisions.DELETED -> "deleted";
            case Decisions.SEALED -> "sealed";
            case Decisions.FORGOTTEN -> "forgotten";
            case Decisions.REWRITTEN -> "rewritten";
            case Decisions.RECLAIMED -> "reclaimed";
            case Decisions.ANCHORS -> "anchors";
            case Decisions.ERASED -> "erased";
            case Decisions.ADOPTED -> "adopted";
            case Decisions.IMPORTED -> "imported";
            default -> "kind " + kind;
        };
    }

    private static FrameFacts with(FrameFacts frame, Decision decision) {
        return switch (decision) {
            case Decision.Appended appended -> with(frame, appended.places(),
                    appended.command().map(Decision.Command::id), appended.streams().stream()
                            .map(stream -> new FrameFacts.Stream(stream.key(), stream.firstVersion(),
                                    stream.lastVersion(), stream.firstReadable()))
                            .toList());
            case Decision.Trimmed trimmed -> with(frame, List.of(trimmed.place()), Optional.empty(),
                    List.of(new FrameFacts.Stream(trimmed.key(), trimmed.version() + 1, trimmed.version(),
                            trimmed.firstVersion())));
            case Decision.Deleted deleted -> with(frame, List.of(deleted.place()), Optional.empty(),
                    List.of(new FrameFacts.Stream(deleted.key(), deleted.version() + 1, deleted.version(),
                            deleted.version() + 1)));
            case Decision.Adopted adopted -> with(frame, List.of(adopted.place()), Optional.empty(),
                    List.of(new FrameFacts.Stream(adopted.key(), adopted.head().version() + 1,
                            adopted.head().version(), adopted.head().firstVersion())));
            case Decision.Erased erased -> with(frame, List.of(erased.place()), Optional.empty(), List.of());
            case Decision.Reclaimed reclaimed -> with(frame,
                    reclaimed.commits().stream().flatMap(gone -> gone.places().stream()).toList(), Optional.empty(),
                    List.of());
            case Decision.Anchors ignored -> frame;
            case Decision.Sealed ignored -> frame;
            case Decision.Forgotten ignored -> frame;
        };
    }

    private static FrameFacts with(FrameFacts frame, List<Decision.Place> places, Optional<UUID> commandId,
            List<FrameFacts.Stream> streams) {
        return new FrameFacts(frame.segmentId(), frame.offset(), frame.bytes(), frame.sequence(), frame.kind(),
                frame.at(), frame.durableUpTo(),
                places.stream().map(place -> new FrameFacts.Place(place.partition(), place.sequence())).toList(),
                commandId, streams, Optional.empty());
    }
}
