package dev.bailiwick.engine;

import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.spi.MalformedBytesException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.BiConsumer;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/// Opens one shard. The log is the truth; an index that does not fit to it is made anew, and one that lags behind is completed.
///
/// What the last sealed segment ended with, and the frames of the segment that was being written, are all that must be read. So
/// it does not matter how long the log is.
final class ShardOpening {
    private final Disk disk;
    private final EngineOptions options;
    private final LogIdentity identity;
    private final Routing routing;
    private final Threads threads;
    private final MemoryShares shares;
    private final Path directory;
    private final LogReader reader;
    private final Replay replay;
    private List<Manifest.Entry> segments = List.of();
    private @Nullable SealedIndex index;

    ShardOpening(Disk disk, EngineOptions options, LogIdentity identity, Routing routing, Threads threads,
            MemoryShares shares) {
        this.disk = disk;
        this.options = options;
        this.identity = identity;
        this.routing = routing;
        this.threads = threads;
        this.shares = shares;
        this.directory = directoryOf(options.directory(), identity.shard());
        this.reader = new LogReader(disk, directory, shares.recentBytes());
        this.replay = new Replay(identity);
    }

    /// Where a shard of the store in this directory has its files.
    static Path directoryOf(Path storeDirectory, ShardIdentifier shard) {
        return storeDirectory.resolve("shard-" + shard.group() + "-" + shard.member());
    }

    /// The index of all sealed segments.
    SealedIndex openIndex(IndexMemory memory) throws IOException {
        disk.createDirectories(directory);
        segments = ShardLog.segments(disk, directory);
        var opened = SealedIndex.open(memory, directory, routing, threads.reading());
        int done = indexedSegments(opened);
        if (done < 0) {
            opened.close();
            IndexDatabase.delete(directory);
            opened = SealedIndex.open(memory, directory, routing, threads.reading());
            done = 0;
        }
        index = opened;
        try {
            for (int i = 0; i < done; i++) {
                if (segments.get(i).isPacked() && !isKnown(opened, segments.get(i))) {
                    var packed = packed(segments.get(i), segments.get(i + 1));
                    addReplacedKeys(packed);
                    opened.replace(packed, Pace.unbound());
                }
            }
            for (int i = done; i < segments.size() - 1; i++) {
                index(segments.get(i), segments.get(i + 1));
            }
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
        return opened;
    }

    /// The shard, ready to be started.
    ///
    /// @param partitions where writes to its partitions are counted
    Shard open(AtomicLongArray lastSequences, EngineFeed feed, PartitionMeter partitions) throws IOException {
        var view = new ShardView(routing, opened(), lastSequences);
        var window = new CommandWindow(options.commandWindow(), options.commandBytes() / shards());
        var state = new ShardState(view, new HeadTable(shares.headBytes()), window);
        var inbox = new Inbox(identity.shard(), options.queueRequests(), options.queueBytes());
        var memory = new MemoryLink();
        var indexer = new Indexer(threads.indexing(), disk, directory, opened(),
                segmentId -> inbox.tell(() -> memory.get().indexed(segmentId)));
        memory.set(new ShardMemory(identity, view, state, indexer, reader, shares.segmentBytes()));
        long sealedAtMs = restore(state);
        view.begin(new SegmentIndex(segments.isEmpty() ? 1 : segments.getLast().segmentId(),
                routing.partitionCount()));
        var spare = new SpareSegment(disk, directory, options.segmentBytes().orElse(shares.fileBytes()),
                threads.files());
        var frames = new ArrayList<Frame>();
        var log = ShardLog.open(disk, directory, identity, memory.get(), spare, frames::add);
        replay.apply(frames, state, view);
        log.notBefore(sealedAtMs);
        view.publish(log.durableUpTo());
        routing.map().partitionsOf(identity.shard())
                .forEach(partition -> view.publishSequence(partition, state.partitions().sequence(partition)));
        var loader = new Loader(identity.shard(), threads.loading(), opened(), reader);
        var parts = new ShardParts(view, state, memory.get(), loader, reader, ShardMeter.of(partitions));
        return new Shard(identity.shard(), parts, log, inbox, options.clock(), feed);
    }

    /// How many segments the index has; -1 if it does not fit to the log.
    private int indexedSegments(SealedIndex opened) {
        try {
            var watermark = opened.watermark();
            if (watermark.isEmpty()) {
                return opened.isEmpty() ? 0 : -1;
            }
            for (int i = 0; i < segments.size() - 1; i++) {
                if (segments.get(i).segmentId() == watermark.get().segmentId()) {
                    boolean fits = watermarkOf(segments.get(i)).equals(watermark.get())
                            && knowsOnlyWhatIsThere(opened) && canFollow(opened, i);
                    return fits ? i + 1 : -1;
                }
            }
            return -1;
        } catch (IOException e) {
            return -1;
        }
    }

    /// Whether the index can be brought to the segments that replaced others since. A crash leaves all files for that. Where one is missing, the index is that
    /// of a copy, and may have entries of segments of which nobody knows any more.
    private boolean canFollow(SealedIndex opened, int lastIndexed) throws IOException {
        for (var entry : segments.subList(0, lastIndexed)) {
            if (entry.isPacked() && !isKnown(opened, entry)) {
                for (long id : entry.replaced()) {
                    if (!disk.exists(Segment.pathOf(directory, id))) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private boolean isKnown(SealedIndex opened, Manifest.Entry packed) throws IOException {
        return opened.hasPacked(packed.segmentId(), watermarkOf(packed).footerChecksum());
    }

    /// Whether the index leads to no segment that is not there. One that was replaced since is no fault if that can be made up
    /// for. It is enough to look at the last: the log never has a segment without those that were packed before it, or what
    /// replaced them.
    private boolean knowsOnlyWhatIsThere(SealedIndex opened) throws IOException {
        var last = opened.lastPacked();
        if (last.isEmpty()) {
            return true;
        }
        for (var entry : segments) {
            boolean isLast = entry.segmentId() == last.getAsLong();
            if (entry.isPacked() && (isLast || entry.replaced().contains(last.getAsLong()))) {
                return isLast == isKnown(opened, entry);
            }
        }
        return false;
    }

    private void index(Manifest.Entry entry, Manifest.Entry next) throws IOException {
        if (entry.isPacked()) {
            opened().ingest(packed(entry, next), watermarkOf(entry), Pace.unbound());
        } else {
            var segment = new SegmentIndex(entry.segmentId(), routing.partitionCount());
            visit(entry, next, (frame, decision) -> replay.index(frame, decision, segment));
            opened().ingest(segment, watermarkOf(entry), Pace.unbound());
        }
    }

    private PackedIndex packed(Manifest.Entry entry, Manifest.Entry next) throws IOException {
        var segment = new SegmentIndex(entry.segmentId(), routing.partitionCount());
        var anchors = new ArrayList<Decision.Anchor>();
        visit(entry, next, (frame, decision) -> {
            replay.index(frame, decision, segment);
            if (decision instanceof Decision.Anchors some) {
                anchors.addAll(some.anchors());
            }
        });
        return new PackedIndex(segment, LongUnaryOperator.identity(), anchors, entry,
                watermarkOf(entry).footerChecksum());
    }

    /// Aggregates that lost all their events have entries in the index that must go. The files that were replaced are still there: they are
    /// deleted after the index knows what replaced them.
    private void addReplacedKeys(PackedIndex packed) throws IOException {
        for (long id : packed.entry().replaced()) {
            var bytes = ByteBuffer.wrap(WholeFile.read(disk, Segment.pathOf(directory, id)));
            for (var frame = Frames.parse(bytes, Segment.FRAMES_AT, id); frame.isPresent(); frame = Frames
                    .parse(bytes, Math.toIntExact(frame.get().location().end()), id)) {
                if (replay.read(frame.get()) instanceof Decision.Appended appended) {
                    appended.streams().forEach(stream -> Rewriting.addKey(packed.segment(), stream.key()));
                }
            }
        }
    }

    private void visit(Manifest.Entry entry, Manifest.Entry next, BiConsumer<Frame, Decision> visitor)
            throws IOException {
        ShardLog.visit(disk, directory, identity, entry, next, replay.visitor(visitor));
    }

    private Watermark watermarkOf(Manifest.Entry entry) throws IOException {
        return new Watermark(identity, entry.segmentId(), reader.frame(entry.footerLocation()).checksum());
    }

    /// Begins where the last sealed segment ended; returns its time.
    private long restore(ShardState state) throws IOException {
        if (segments.size() < 2) {
            return 0;
        }
        var footer = reader.frame(segments.get(segments.size() - 2).footerLocation());
        if (!(replay.read(footer) instanceof Decision.Sealed sealed)) {
            throw new MalformedBytesException("the last frame of segment " + footer.location().segmentId()
                    + " of shard " + identity.shard() + " does not seal it");
        }
        state.restore(sealed);
        return footer.timeMs();
    }

    private int shards() {
        return routing.map().shards().size();
    }

    private SealedIndex opened() {
        return java.util.Objects.requireNonNull(index, "the index is opened first");
    }

    /// The indexer reports to a memory that does not exist yet when the indexer is made.
    private static final class MemoryLink {
        private @Nullable ShardMemory memory;

        ShardMemory get() {
            return java.util.Objects.requireNonNull(memory);
        }

        void set(ShardMemory made) {
            memory = made;
        }
    }
}
