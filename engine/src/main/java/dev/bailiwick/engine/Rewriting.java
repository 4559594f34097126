package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.spi.HashChain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Writes finished segments that follow each other anew as one: without the events that nobody can read any more, without payloads
/// that are to be erased, and with the frames of an aggregate side by side.
///
/// Every commit stays in its place in the feeds. Of one that lost all its events, nothing is left but that and, while it is
/// remembered, its command. What a frame says of heads stays, or is said again by the trim or the deletion that made it
/// superfluous; so all that was known can be told from the log again.
///
/// First all segments are read in the order of the log and it is decided what becomes of each frame. Then the frames are copied in
/// their new order. For one thread, and one use.
final class Rewriting implements AutoCloseable {
    /// Commits or anchors in one frame.
    private static final int TOGETHER = 128;
    private static final int READ_AT_ONCE = 512;
    private static final int WRITE_BYTES = 1 << 20;
    private static final int SOURCE_SHIFT = 56;

    private final ShardDirectory files;
    private final long segmentId;
    private final Fates fates;
    private final Effort effort;
    private final HashChain chain = new HashChain();
    private final SegmentIndex index;
    private final List<Segment> sources = new ArrayList<>();
    private final List<Manifest.Entry> replaced = new ArrayList<>();
    private final List<Read> ahead = new ArrayList<>();
    private final Map<AggregateKey, Decision.Anchor> anchors = new HashMap<>();
    /// For frames that lose something, by their number: the first version of each stream that stays.
    private final Map<Integer, long[]> changed = new HashMap<>();
    /// For numbers that stand for commits that are gone.
    private final Map<Integer, List<Decision.Gone>> gone = new LinkedHashMap<>();
    private List<Decision.Gone> lastGone = List.of();
    private int lastGoneNumber;
    /// By number: the source, and the packed location there.
    private long[] places = new long[1_024];
    /// Hashes of keys, and numbers: sorted, they bring the frames of an aggregate together.
    private long[] order = new long[1_024];
    private int count;
    private int ordered;
    private long droppedEvents;
    private long erasedEvents;
    private ByteBuffer buffer = ByteBuffer.allocateDirect(2 * WRITE_BYTES);
    private long writeAt = Segment.FRAMES_AT;

    private record Read(Frame frame, Decision decision) {}

    /// @param segmentId of the new segment
    Rewriting(ShardDirectory files, long segmentId, Fates fates, Effort effort) {
        this.files = files;
        this.segmentId = segmentId;
        this.fates = fates;
        this.effort = effort;
        this.index = new SegmentIndex(segmentId, files.routing().partitionCount());
    }

    /// What becomes of events.
    interface Fates {
        /// Is told before it is asked about these.
        void prepare(Set<AggregateKey> keys) throws IOException;

        /// The first version of an aggregate that stays.
        long firstKept(AggregateKey key);

        /// Whether the aggregate will never have another event.
        boolean isOver(AggregateKey key);

        /// Up to which version payloads go; 0 for none.
        long erasedThrough(AggregateKey key);

        /// Whether commands of this bucket are still remembered.
        boolean remembers(long bucket);
    }

    /// How hard the work may press.
    interface Effort {
        /// Called after so many bytes were read or written; may rest.
        ///
        /// @throws IOException if the work is to stop
        void spent(long bytes) throws IOException;
    }

    /// What was done.
    ///
    /// @param bytes of the new segment
    record Result(PackedIndex packed, long bytes, long droppedEvents, long erasedEvents) {}

    /// What the index in memory takes so far.
    long memoryBytes() {
        return index.bytes() + (long) count * 2 * Long.BYTES;
    }

    /// How many records it has for the index.
    int records() {
        return index.count();
    }

    boolean hasRoomFor(int records) {
        return index.hasRoom(records);
    }

    /// Takes one more segment, which follows the last.
    ///
    /// @param next the segment after it
    void read(Manifest.Entry entry, Manifest.Entry next) throws IOException {
        sources.add(Segment.open(files.disk(), files.path(), files.identity(), entry));
        replaced.add(entry);
        try {
            ShardLog.visit(files.disk(), files.path(), files.identity(), entry, next,
                    new Replay(files.identity()).visitor(this::readAhead));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        decideAhead();
    }

    /// Writes the new segment; it is durable when this returns, and counts for nothing.
    Result write() throws IOException {
        var path = Segment.pathOf(files.path(), segmentId);
        var file = files.disk().create(path, 0);
        try {
            var first = replaced.getFirst();
            file.write(Segment.headerBlock(files.identity(), segmentId, first.firstSequence(), 0), 0);
            var newPlaces = new long[count];
            for (var commits : gone.entrySet()) {
                var oldest = commits.getValue().getFirst();
                newPlaces[commits.getKey()] = put(oldest.sequence(), oldest.timeMs(),
                        Decisions.body(new Decision.Reclaimed(commits.getValue())));
                drain(file);
            }
            writeAnchors(file, first.firstSequence());
            Arrays.sort(order, 0, ordered);
            for (int i = 0; i < ordered; i++) {
                int number = (int) order[i];
                newPlaces[number] = copy(file, number);
            }
            var footerAt = copy(file, sources.size() - 1, replaced.getLast().footer());
            writeOut(file);
            file.flush();
            files.disk().syncDirectory(files.path());
            var entry = new Manifest.Entry(segmentId, first.firstSequence(), footerAt,
                    replaced.stream().map(Manifest.Entry::segmentId).toList());
            int checksum = checksum(file, entry.footerLocation());
            return new Result(new PackedIndex(index, number -> newPlaces[(int) number],
                    List.copyOf(anchors.values()), entry, checksum), writeAt, droppedEvents, erasedEvents);
        } finally {
            file.close();
        }
    }

    @Override
    public void close() throws IOException {
        for (var source : sources) {
            source.close();
        }
    }

    private void readAhead(Frame frame, Decision decision) {
        ahead.add(new Read(frame, decision));
        try {
            effort.spent(frame.location().bytes());
            if (ahead.size() == READ_AT_ONCE) {
                decideAhead();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void decideAhead() throws IOException {
        var keys = new HashSet<AggregateKey>();
        for (var read : ahead) {
            if (read.decision() instanceof Decision.Appended appended) {
                appended.streams().forEach(stream -> keys.add(stream.key()));
            } else if (read.decision() instanceof Decision.Anchors some) {
                some.anchors().forEach(anchor -> keys.add(anchor.key()));
            }
        }
        fates.prepare(keys);
        for (var read : ahead) {
            decide(read.frame(), read.decision());
        }
        ahead.clear();
    }

    private void decide(Frame frame, Decision decision) {
        switch (decision) {
            case Decision.Appended appended -> decide(frame, appended);
            case Decision.Trimmed trimmed -> {
                int number = number(frame, trimmed.key());
                index.add(trimmed.key(), new Head(trimmed.version(), trimmed.firstVersion(), AggregateState.LIVE,
                        trimmed.hash(), frame.timeMs()), 0, number, frame.sequence());
                place(List.of(trimmed.place()), number);
            }
            case Decision.Deleted deleted -> {
                int number = number(frame, deleted.key());
                index.add(deleted.key(), new Head(deleted.version(), deleted.version() + 1,
                        ShardState.stateAfter(deleted.recreation()), deleted.hash(), frame.timeMs()), 0, number,
                        frame.sequence());
                place(List.of(deleted.place()), number);
            }
            case Decision.Adopted adopted -> {
                int number = number(frame, adopted.key());
                index.add(adopted.key(), adopted.head(), 0, number, frame.sequence());
                place(List.of(adopted.place()), number); // its anchor is in the frame, which stays
            }
            case Decision.Erased erased -> place(List.of(erased.place()), number(frame, erased.key()));
            case Decision.Reclaimed reclaimed -> reclaimed.commits().forEach(this::addGone);
            case Decision.Anchors some -> some.anchors().forEach(this::addAnchor);
            case Decision.Sealed ignored -> {} // that of the last segment is copied
            case Decision.Forgotten ignored -> {} // the footer knows it
        }
    }

    private void decide(Frame frame, Decision.Appended appended) {
        var firstKept = new long[appended.streams().size()];
        boolean whole = true;
        int kept = 0;
        for (int i = 0; i < firstKept.length; i++) {
            var stream = appended.streams().get(i);
            firstKept[i] = Math.clamp(fates.firstKept(stream.key()), stream.firstVersion(), stream.lastVersion() + 1);
            int dropped = (int) (firstKept[i] - stream.firstVersion());
            if (dropped > 0) {
                addAnchor(new Decision.Anchor(stream.key(), firstKept[i] - 1,
                        stream.events().get(dropped - 1).hash()));
                droppedEvents += dropped;
            }
            kept += stream.events().size() - dropped;
            whole &= dropped == 0 && !erases(stream, firstKept[i]);
        }
        boolean remembered = appended.command().filter(command -> fates.remembers(command.bucket())).isPresent();
        int number;
        if (kept == 0 && !remembered) {
            number = addGone(new Decision.Gone(frame.sequence(), appended.recordedMs(frame.timeMs()),
                    appended.places()));
        } else {
            number = number(frame, appended.streams().getFirst().key());
            place(appended.places(), number);
            if (!whole) {
                changed.put(number, firstKept);
            }
        }
        for (int i = 0; i < firstKept.length; i++) {
            index(frame, appended, i, firstKept[i], number);
        }
        if (remembered) {
            appended.places().forEach(place -> index.commands().add(place.partition(), appended.orgId(),
                    appended.command().orElseThrow().id(), number, appended.command().orElseThrow().bucket()));
        }
    }

    /// A record without events says that the index may have entries of the aggregate which must go.
    private void index(Frame frame, Decision.Appended appended, int place, long firstKept, int number) {
        var stream = appended.streams().get(place);
        long timeMs = appended.recordedMs(frame.timeMs());
        int events = (int) (stream.lastVersion() - firstKept + 1);
        var head = events > 0
                ? stream.headAfter(timeMs)
                : new Head(stream.lastVersion(), stream.lastVersion() + 1, AggregateState.LIVE, Hash256.ZERO, timeMs);
        index.add(stream.key(), head, events, number, frame.sequence());
    }

    /// Notes an aggregate of which the index may have entries that must go.
    static void addKey(SegmentIndex index, AggregateKey key) {
        if (index.newest(key) == SegmentIndex.NONE) {
            index.add(key, new Head(0, 1, AggregateState.LIVE, Hash256.ZERO, 0), 0, 0, 0);
        }
    }

    private boolean erases(Decision.Stream stream, long from) {
        long through = fates.erasedThrough(stream.key());
        boolean erases = false;
        for (long version = from; version <= Math.min(through, stream.lastVersion()); version++) {
            if (!stream.events().get((int) (version - stream.firstVersion())).isErased()) {
                erasedEvents++;
                erases = true;
            }
        }
        return erases;
    }

    private void addAnchor(Decision.Anchor anchor) {
        if (!fates.isOver(anchor.key())) {
            anchors.merge(anchor.key(), anchor, (left, right) -> left.version() > right.version() ? left : right);
        }
    }

    private int addGone(Decision.Gone commit) {
        if (lastGone.isEmpty() || lastGone.size() == TOGETHER) {
            lastGone = new ArrayList<>();
            lastGoneNumber = nextNumber(0);
            gone.put(lastGoneNumber, lastGone);
        }
        lastGone.add(commit);
        place(commit.places(), lastGoneNumber);
        return lastGoneNumber;
    }

    /// Instead of a frame's place, which is not known yet, the index gets its number.
    private int number(Frame frame, AggregateKey key) {
        int number = nextNumber(((long) (sources.size() - 1) << SOURCE_SHIFT) | frame.location().packed());
        if (ordered == order.length) {
            order = Arrays.copyOf(order, ordered * 2);
        }
        order[ordered++] = ((long) Heads.hash(key) << 32) | number;
        return number;
    }

    private int nextNumber(long place) {
        if (count == places.length) {
            places = Arrays.copyOf(places, count * 2);
        }
        places[count] = place;
        return count++;
    }

    private void place(Collection<Decision.Place> at, int number) {
        at.forEach(place -> index.places().add(place.partition(), place.sequence(), number));
    }

    private void writeAnchors(DiskFile file, long sequence) throws IOException {
        var all = List.copyOf(anchors.values());
        for (int from = 0; from < all.size(); from += TOGETHER) {
            var some = all.subList(from, Math.min(all.size(), from + TOGETHER));
            var _ = put(sequence, 0, Decisions.body(new Decision.Anchors(some)));
            drain(file);
        }
    }

    private long copy(DiskFile file, int number) throws IOException {
        return copy(file, (int) (places[number] >>> SOURCE_SHIFT), places[number] & ((1L << SOURCE_SHIFT) - 1),
                changed.get(number));
    }

    private long copy(DiskFile file, int source, long packed) throws IOException {
        return copy(file, source, packed, null);
    }

    private long copy(DiskFile file, int source, long packed, long @Nullable [] firstKept)
            throws IOException {
        var frame = frame(sources.get(source), FrameLocation.unpack(sources.get(source).id(), packed));
        effort.spent(frame.location().bytes());
        var body = firstKept == null ? new Copied(frame) : rewritten(frame, firstKept);
        long place = put(frame.sequence(), frame.timeMs(), body);
        drain(file);
        return place;
    }

    private Decisions.Body rewritten(Frame frame, long[] firstKept) {
        if (!(Decisions.read(frame) instanceof Decision.Appended appended)) {
            throw new IllegalStateException("only appends lose something");
        }
        var streams = new ArrayList<Decision.Stream>();
        int events = 0;
        for (int i = 0; i < firstKept.length; i++) {
            var stream = appended.streams().get(i);
            var kept = stream.events().subList((int) (firstKept[i] - stream.firstVersion()), stream.events().size());
            long through = fates.erasedThrough(stream.key());
            var left = new ArrayList<Decision.Event>();
            for (int event = 0; event < kept.size(); event++) {
                left.add(firstKept[i] + event <= through ? kept.get(event).erased(chain) : kept.get(event));
            }
            events += left.size();
            streams.add(new Decision.Stream(stream.key(), stream.partition(), firstKept[i], stream.firstReadable(),
                    left));
        }
        return Decisions.rewritten(
                new Decision.Appended(appended.orgId(), appended.command(), appended.places(), streams,
                        appended.recordedMs()),
                frame.body().remaining() + events * Decisions.MAX_GROWTH_BYTES
                        + streams.size() * BodyWriter.MAX_VARINT_BYTES);
    }

    private static Frame frame(Segment segment, FrameLocation at) throws IOException {
        var bytes = ByteBuffer.allocate(at.bytes());
        segment.file().read(bytes, at.offset());
        return Frames.parse(bytes.flip(), 0, segment.id())
                .orElseThrow(() -> new CorruptLogException(segment.path(), at.offset(), "a frame is damaged"));
    }

    private int checksum(DiskFile file, FrameLocation at) throws IOException {
        var bytes = ByteBuffer.allocate(at.bytes());
        file.read(bytes, at.offset());
        return Frames.parse(bytes.flip(), 0, segmentId).orElseThrow(() -> new IOException(
                "the last frame of segment " + segmentId + " cannot be read back")).checksum();
    }

    /// Returns where the frame will be.
    private long put(long sequence, long timeMs, Decisions.Body body) {
        int bytes = Frames.bytes(body.maxBytes());
        if (buffer.remaining() < bytes) {
            buffer = ByteBuffer.allocateDirect(buffer.position() + 2 * bytes).put(buffer.flip());
        }
        int start = buffer.position();
        buffer.position(start + Frames.HEADER_BYTES);
        body.write(buffer);
        int length = Frames.finish(buffer, start,
                new Frames.Header(body.kind(), segmentId, sequence, sequence - 1, 0, timeMs));
        return new FrameLocation(segmentId, writeAt + start, length).packed();
    }

    private void drain(DiskFile file) throws IOException {
        if (buffer.position() >= WRITE_BYTES) {
            effort.spent(buffer.position());
            writeOut(file);
        }
    }

    private void writeOut(DiskFile file) throws IOException {
        int bytes = buffer.flip().remaining();
        file.write(buffer, writeAt);
        writeAt += bytes;
        buffer.clear();
    }

    /// The body of a frame as it is.
    private record Copied(Frame frame) implements Decisions.Body {
        @Override
        public byte kind() {
            return frame.kind();
        }

        @Override
        public int maxBytes() {
            return frame.body().remaining();
        }

        @Override
        public void write(ByteBuffer out) {
            out.put(frame.body().duplicate());
        }
    }
}
