package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;

/// Finds the frames of one aggregate and what the index has of it, and compares the two. For one search by one thread.
final class AggregateSearch {
    private static final int ATTEMPTS = 3;

    private final LogFiles files;
    private final AggregateKey key;
    private final int partition;
    private final int epoch;
    private final List<FrameFacts> frames = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final List<List<FrameSpan>> entries = new ArrayList<>();
    private Optional<Head> head = Optional.empty();
    private long indexedUpTo;

    AggregateSearch(LogFiles files, AggregateKey key, int partition, int epoch) {
        this.files = files;
        this.key = key;
        this.partition = partition;
        this.epoch = epoch;
    }

    AggregateStory search(boolean wholeLog) throws IOException {
        boolean indexed = peek();
        boolean complete = wholeLog || !indexed;
        var listed = files.listed();
        listed.problem().ifPresent(problems::add);
        var unindexed = listed.behind(indexedUpTo);
        for (long id : files.ids(listed)) {
            if (complete || unindexed.test(id)) {
                walk(id, listed.isFinished(id));
            } else {
                readIndexed(id);
            }
        }
        frames.sort(Comparator.comparingLong(FrameFacts::sequence));
        compare(complete, unindexed);
        return new AggregateStory(key, partition, files.shard(), complete, indexedUpTo,
                head.map(it -> new AggregateStory.HeadEntry(it.version(), it.firstVersion(), it.state(), it.hash())),
                entries.stream().map(AggregateSearch::entry).toList(), frames, problems);
    }

    /// Whether the index could be read. Who has it open may replace its files while they are read here, so it is tried again.
    private boolean peek() {
        for (int attempt = 1;; attempt++) {
            try (var index = IndexPeek.open(files.directory())) {
                indexedUpTo = index.indexedUpTo();
                head = index.head(partition, epoch, key);
                entries.addAll(index.entries(partition, epoch, key));
                return true;
            } catch (IOException e) {
                indexedUpTo = 0;
                head = Optional.empty();
                entries.clear();
                if (attempt == ATTEMPTS) {
                    problems.add(String.valueOf(e.getMessage()));
                    return false;
                }
            }
        }
    }

    private void walk(long segmentId, boolean finished) {
        try (var walk = SegmentWalk.open(files.path(segmentId), segmentId, finished)) {
            walk.walk(Segment.FRAMES_AT, new SegmentWalk.Visitor() {
                @Override
                public boolean frame(Frame frame) {
                    addIfConcerned(FrameContents.of(frame));
                    return true;
                }

                @Override
                public void gap(long offset, long end) {
                    problems.add("segment " + segmentId + ": " + SegmentSurvey.describeGap(offset, end));
                }
            });
        } catch (IOException e) {
            problems.add("segment " + segmentId + " cannot be read: " + e.getMessage());
        }
    }

    private void addIfConcerned(FrameFacts frame) {
        if (frame.concerns(key)) {
            frames.add(frame);
        }
    }

    /// Reads the frames of a segment that the index names.
    private void readIndexed(long segmentId) {
        var spans = entries.stream().flatMap(List::stream)
                .filter(span -> span.location().segmentId() == segmentId).toList();
        if (spans.isEmpty()) {
            return;
        }
        try (var walk = SegmentWalk.open(files.path(segmentId), segmentId, true)) {
            for (var span : spans) {
                walk.frame(span.location().offset()).map(FrameContents::of).ifPresent(this::addIfConcerned);
            }
        } catch (IOException e) {
            problems.add("segment " + segmentId + " cannot be read: " + e.getMessage());
        }
    }

    private void compare(boolean complete, LongPredicate unindexed) {
        var named = new HashSet<FrameLocation>();
        for (var span : entries.stream().flatMap(List::stream).toList()) {
            named.add(at(span.location().segmentId(), span.location().offset()));
            if (frames.stream().noneMatch(frame -> isOf(frame, span))) {
                problems.add("the index says that versions " + span.firstVersion() + " to " + span.lastVersion()
                        + " are in segment " + span.location().segmentId() + " at " + span.location().offset()
                        + ", and they are not");
            }
        }
        for (var frame : frames) {
            boolean hasEvents = streamIn(frame).events() > 0;
            // One that was written anew after the index had come to this point may be on its way into it.
            boolean indexed = frame.segmentId() <= indexedUpTo && !unindexed.test(frame.segmentId());
            if (complete && hasEvents && indexed
                    && !named.contains(at(frame.segmentId(), frame.offset()))) {
                problems.add("the index does not know frame " + frame.sequence() + " in segment " + frame.segmentId()
                        + " at " + frame.offset());
            }
        }
        compareHead(unindexed);
        compareVersions();
    }

    /// The head is that of the last frame that the index has.
    private void compareHead(LongPredicate unindexed) {
        frames.stream().filter(frame -> !unindexed.test(frame.segmentId()))
                .max(Comparator.comparingLong(FrameFacts::sequence)).ifPresent(last -> {
                    if (head.isEmpty() || head.get().version() < streamIn(last).version()) {
                        problems.add("the index has " + head.map(it -> "version " + it.version()).orElse("nothing")
                                + " as its head, and the log has version " + streamIn(last).version());
                    }
                });
    }

    /// What was trimmed or deleted may be gone.
    private void compareVersions() {
        long readable = frames.isEmpty() ? 0 : streamIn(frames.getLast()).firstReadable();
        long expected = 0;
        for (var frame : frames) {
            var stream = streamIn(frame);
            if (expected != 0 && stream.events() > 0 && stream.firstVersion() != expected
                    && stream.firstVersion() > readable) {
                problems.add("versions " + expected + " to " + (stream.firstVersion() - 1) + " cannot be found");
            }
            expected = stream.version() + 1;
        }
    }

    private boolean isOf(FrameFacts frame, FrameSpan span) {
        var stream = streamIn(frame);
        return frame.segmentId() == span.location().segmentId() && frame.offset() == span.location().offset()
                && frame.bytes() == span.location().bytes() && stream.firstVersion() == span.firstVersion()
                && stream.version() == span.lastVersion();
    }

    private FrameFacts.Stream streamIn(FrameFacts frame) {
        return frame.streams().stream().filter(stream -> stream.key().equals(key)).findFirst().orElseThrow();
    }

    private static FrameLocation at(long segmentId, long offset) {
        return new FrameLocation(segmentId, offset, 0);
    }

    private static AggregateStory.LocationEntry entry(List<FrameSpan> spans) {
        return new AggregateStory.LocationEntry(spans.getFirst().firstVersion(), spans.getLast().lastVersion(),
                spans.getFirst().location().segmentId(), spans.stream().map(span -> span.location().offset()).toList());
    }
}
