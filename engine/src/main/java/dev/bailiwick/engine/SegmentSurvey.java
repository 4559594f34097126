package dev.bailiwick.engine;

import dev.bailiwick.placement.ShardIdentifier;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Counts what a segment has, frame by frame. Belongs to one thread.
final class SegmentSurvey implements SegmentWalk.Visitor {
    private final LogFiles.Listed listed;
    private final long id;
    private final TreeMap<String, Long> framesByKind = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();
    private long firstSequence;
    private long lastSequence;
    private long firstAtMs;
    private long lastAtMs;

    private SegmentSurvey(LogFiles.Listed listed, long id) {
        this.listed = listed;
        this.id = id;
    }

    static SegmentFacts of(LogFiles files, LogFiles.Listed listed, long id) {
        var survey = new SegmentSurvey(listed, id);
        long used = 0;
        long fileBytes = 0;
        try (var walk = SegmentWalk.open(files.path(id), id, listed.isFinished(id))) {
            fileBytes = walk.fileBytes();
            used = walk.walk(Segment.FRAMES_AT, survey);
            survey.checkBeginning();
            survey.checkEnd(used);
        } catch (IOException e) {
            survey.problems.add("it cannot be read: " + e.getMessage());
        }
        return survey.facts(files.shard(), used, fileBytes);
    }

    @Override
    public boolean frame(Frame frame) {
        if (firstSequence == 0 || frame.sequence() < firstSequence) {
            firstSequence = frame.sequence();
            firstAtMs = frame.timeMs();
        }
        if (frame.sequence() > lastSequence) {
            lastSequence = frame.sequence();
            lastAtMs = frame.timeMs();
        }
        framesByKind.merge(FrameContents.kind(frame.kind()), 1L, Long::sum);
        return true;
    }

    @Override
    public void gap(long offset, long end) {
        problems.add(describeGap(offset, end));
    }

    static String describeGap(long offset, long end) {
        return "from offset " + offset + " to " + end + " there is no frame that can be read";
    }

    private void checkBeginning() {
        var entry = listed.entries().get(id);
        if (entry != null && firstSequence != 0 && entry.firstSequence() != firstSequence && !entry.isPacked()) {
            problems.add("it begins with frame " + firstSequence + ", and should with " + entry.firstSequence());
        }
    }

    /// A finished segment ends with the frame that the manifest names.
    private void checkEnd(long used) {
        var entry = listed.entries().get(id);
        if (entry != null && entry.footer() != 0 && entry.footerLocation().end() != used) {
            problems.add("its last frame that can be read ends at " + used + ", and should at "
                    + entry.footerLocation().end());
        }
    }

    private SegmentFacts facts(ShardIdentifier shard, long used, long fileBytes) {
        boolean empty = firstSequence == 0;
        return new SegmentFacts(shard, id, listed.state(id), firstSequence, lastSequence, used, fileBytes, framesByKind,
                empty ? Optional.empty() : Optional.of(Instant.ofEpochMilli(firstAtMs)),
                empty ? Optional.empty() : Optional.of(Instant.ofEpochMilli(lastAtMs)), problems);
    }
}
