package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.UnreadablePartitionMapException;
import dev.bailiwick.store.UnreadableStoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// Looks at the files of a store: segments, frames, and where an aggregate is. Nothing is written, locked or repaired, so it can be used
/// on a store that is damaged, and on one that a process has open.
///
/// Of an open store it sees what was in the files when it looked. That may include frames that are not durable yet, and no reader has seen;
/// a frame that is being written at that moment looks like the end. What is in the memory of the process is not seen: the index is
/// behind by the segments that are not part of it yet, which are read from the log instead.
///
/// Where something cannot be read, what can be is told, with what is wrong and where. Thread-safe.
public final class StoreInspection {
    /// Frames in a page.
    public static final int MAX_PAGE_FRAMES = 10_000;

    private final Disk disk = new ReadOnlyDisk();
    private final Path directory;

    private StoreInspection(Path directory) {
        this.directory = directory;
    }

    /// Looks at the store in this directory.
    public static StoreInspection of(Path directory) {
        return new StoreInspection(directory);
    }

    /// The shards that have files.
    ///
    /// @throws UnreadableStoreException if the directory cannot be read
    public List<ShardIdentifier> shards() {
        return files().stream().map(LogFiles::shard).toList();
    }

    /// All segments of a shard, oldest first. Reads all of them.
    ///
    /// @throws UnreadableStoreException if there is no such shard
    public List<SegmentFacts> segments(ShardIdentifier shard) {
        var files = files(shard);
        return reading(() -> {
            var listed = files.listed();
            var found = new ArrayList<SegmentFacts>();
            for (long id : files.ids(listed)) {
                found.add(SegmentSurvey.of(files, listed, id));
            }
            return found;
        });
    }

    /// What keeps the manifest of a shard from being read, if anything does.
    public List<String> problems(ShardIdentifier shard) {
        return files(shard).listed().problem().stream().toList();
    }

    /// Frames of a segment.
    ///
    /// @param from the offset of the first, as another page tells it; 0 for the first of the segment
    /// @param limit how many, up to [#MAX_PAGE_FRAMES]
    /// @throws UnreadableStoreException if there is no such segment
    public FramePage frames(ShardIdentifier shard, long segmentId, long from, int limit) {
        if (limit < 1 || limit > MAX_PAGE_FRAMES) {
            throw new IllegalArgumentException("a page has 1 to " + MAX_PAGE_FRAMES + " frames, not " + limit);
        }
        if (from < 0 || from % Frames.ALIGNMENT != 0) {
            throw new IllegalArgumentException("frames begin at multiples of " + Frames.ALIGNMENT + ", not at " + from);
        }
        var files = files(shard);
        return reading(() -> {
            try (var walk = SegmentWalk.open(files.path(segmentId), segmentId,
                    files.listed().isFinished(segmentId))) {
                var page = new Page(limit);
                long end = walk.walk(from, page);
                return new FramePage(page.frames, page.problems,
                        page.frames.size() < limit ? OptionalLong.empty() : OptionalLong.of(end));
            }
        });
    }

    /// Where an aggregate is.
    ///
    /// @param wholeLog whether to read every segment of its shard, rather than those that the index names and those that it does not have
    /// @throws UnreadableStoreException if nobody can tell where it would be
    public AggregateStory aggregate(AggregateKey key, boolean wholeLog) {
        var routing = reading(this::routing);
        int partition = routing.partitionOf(key);
        var files = files(routing.map().shardOf(partition));
        return reading(() -> new AggregateSearch(files, key, partition, routing.epochOf(partition)).search(wholeLog));
    }

    private Routing routing() throws IOException {
        if (!StoreDescriptor.isThere(disk, directory)) {
            throw new IOException("there is no store in " + directory);
        }
        var descriptor = StoreDescriptor.read(disk, directory);
        return new Routing(descriptor.routingRule(), descriptor.firstMap());
    }

    private List<LogFiles> files() {
        return reading(() -> LogFiles.in(disk, directory));
    }

    private LogFiles files(ShardIdentifier shard) {
        return files().stream().filter(files -> files.shard().equals(shard)).findFirst().orElseThrow(
                () -> new UnreadableStoreException("there are no files of shard " + shard + " in " + directory));
    }

    private interface Reading<T> {
        T run() throws IOException;
    }

    private static <T> T reading(Reading<T> work) {
        try {
            return work.run();
        } catch (IOException | UnreadablePartitionMapException e) {
            throw new UnreadableStoreException(String.valueOf(e.getMessage()));
        }
    }

    private static final class Page implements SegmentWalk.Visitor {
        private final int limit;
        private final List<FrameFacts> frames = new ArrayList<>();
        private final List<String> problems = new ArrayList<>();

        Page(int limit) {
            this.limit = limit;
        }

        @Override
        public boolean frame(Frame frame) {
            frames.add(FrameContents.of(frame));
            return frames.size() < limit;
        }

        @Override
        public void gap(long offset, long end) {
            problems.add(SegmentSurvey.describeGap(offset, end));
        }
    }
}
