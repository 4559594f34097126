package dev.bailiwick.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Consumer;

/// One shard's log: frames are staged, and then written and flushed together. What is committed is durable.
///
/// Opening reads the last segment, cuts an unfinished tail, and makes the rest durable again before anybody sees it: after a
/// failed flush the page cache may show frames that the disk never got, and flushing alone would not write them, so what no later
/// frame proves is written a second time. What may lie behind the end is zeroed, so that it can never be taken for a
/// continuation; for the same reason it is zeroed even where it reads as zero.
///
/// After a failed write or flush the log takes nothing more. Nothing is retried: nobody knows what the disk has. Having no room
/// for another segment is no such failure: the segment that was there stays, and the next attempt may find room.
///
/// Belongs to the shard's thread.
final class ShardLog implements AutoCloseable {
    /// What the file of the next segment was called before it was named beforehand.
    private static final String FORMER_SPARE = "spare-";

    /// Of one frame's body.
    static final int MAX_BODY_BYTES = 8 << 20;

    /// What is staged beyond this is committed at once, so that a crash never leaves more than this and a frame behind the end.
    static final int MAX_STAGED_BYTES = 8 << 20;

    /// Only whole blocks go past the machine's memory to the disk, see [RealFile]. So a write begins with what its first block has
    /// already, which is written once more as it is, and goes on to the end of its last one with the zeros that are there.
    static final int BLOCK_BYTES = 4 << 10;

    private static final byte[] ZEROS = new byte[BLOCK_BYTES];
    private static final int FIRST_BUFFER_BYTES = 64 << 10;

    private final Path directory;
    private final LogIdentity identity;
    private final Sealer sealer;
    private final SpareSegment spare;
    private final int footerBytes;
    private final SegmentList segments;
    private Segment active;
    /// What is written next, from the beginning of the block in which the last write ended.
    private ByteBuffer staged = blocks(FIRST_BUFFER_BYTES);
    private long stagedAt;
    private long writeAt;
    private long lastSequence;
    private long durableUpTo;
    private long lastTimeMs;
    private FrameLocation footer = new FrameLocation(0, 0, 0);
    private long nextSegmentId;
    private boolean failed;

    private ShardLog(Disk disk, Path directory, LogIdentity identity, Sealer sealer, SpareSegment spare,
            Manifest manifest, Segment active) {
        this.directory = directory;
        this.identity = identity;
        this.sealer = sealer;
        this.spare = spare;
        this.footerBytes = Frames.bytes(sealer.maxFooterBytes());
        this.segments = new SegmentList(disk, directory, manifest);
        this.active = active;
        this.stagedAt = Segment.FRAMES_AT;
        this.writeAt = Segment.FRAMES_AT;
        this.lastSequence = active.firstSequence() - 1;
        this.durableUpTo = lastSequence;
        this.nextSegmentId = manifest.highestId() + 1;
    }

    /// Who reads finished segments.
    interface Visitor {
        /// What a frame says.
        Decision read(Frame frame);

        void visit(Frame frame, Decision decision);
    }

    /// What a segment ends with, and who must know when one did.
    interface Sealer {
        /// Room that must be left in every segment for the body of its last frame.
        int maxFooterBytes();

        /// Whether the next segment will be needed soon, however much room this one has.
        boolean isHalfFull();

        /// These frames are on the disk now, in one piece.
        void committed(long segmentId, long offset, ByteBuffer frames);

        /// Called before a segment is sealed; may wait.
        ///
        /// @throws NoRoomException if it must not be sealed now
        void beforeSeal() throws NoRoomException;

        /// The last frame of the segment; everything before it is durable.
        ///
        /// @param nowMs the time of the log
        Decisions.Body footer(long nowMs);

        /// The segment is finished, and frames go on in the next one.
        void sealed(long segmentId, FrameLocation footer, long nextSegmentId) throws IOException;
    }

    /// Opens the log in a directory, or begins one. The frames of finished segments are not read.
    ///
    /// @param spare where new segments come from
    /// @param visitor gets every durable frame of the segment that was being written, oldest first
    static ShardLog open(Disk disk, Path directory, LogIdentity identity, Sealer sealer, SpareSegment spare,
            Consumer<Frame> visitor) throws IOException {
        disk.createDirectories(directory);
        var found = Manifest.isThere(disk, directory)
                ? Manifest.read(disk, directory)
                : begin(disk, directory, identity, spare.bytes());
        // Whoever wrote the manifest may have been killed before its name was durable.
        disk.syncDirectory(directory);
        var manifest = found.announcing(0);
        var log = new ShardLog(disk, directory, identity, sealer, spare, manifest,
                Segment.open(disk, directory, identity, manifest.last()));
        try {
            log.recover(visitor);
            if (!manifest.equals(found)) {
                if (log.isSealed()) {
                    // Only then can the next segment have been begun.
                    Segment.checkEmpty(disk, directory, found.announced());
                }
                // It was not. Its file goes, and must not be missed.
                manifest.write(disk, directory);
            }
            deleteStrays(disk, directory, manifest);
            return log;
        } catch (IOException | RuntimeException e) {
            log.close();
            throw e;
        }
    }

    /// The manifest of a log that is not open yet; empty if there is none.
    static List<Manifest.Entry> segments(Disk disk, Path directory) throws IOException {
        return Manifest.isThere(disk, directory) ? Manifest.read(disk, directory).entries() : List.of();
    }

    /// Reads a finished segment in the order of the log.
    ///
    /// @param next the segment after it
    static void visit(Disk disk, Path directory, LogIdentity identity, Manifest.Entry entry, Manifest.Entry next,
            Visitor visitor) throws IOException {
        try (var segment = Segment.open(disk, directory, identity, entry)) {
            visit(segment, entry, next, visitor);
        }
    }

    /// The same for a segment that is open.
    static void visit(Segment segment, Manifest.Entry entry, Manifest.Entry next, Visitor visitor)
            throws IOException {
        if (entry.isPacked()) {
            PackedScan.visit(segment, entry.footerLocation(), visitor);
        } else {
            var _ = SegmentScan.ofFinished(segment, next.firstSequence() - 1,
                    frame -> visitor.visit(frame, visitor.read(frame)));
        }
    }

    /// The sequence of the last staged frame.
    long lastSequence() {
        return lastSequence;
    }

    /// Everything up to this sequence is on stable storage.
    long durableUpTo() {
        return durableUpTo;
    }

    /// The time of the last staged frame.
    long lastTimeMs() {
        return lastTimeMs;
    }

    /// Frames from before this one was opened may be later.
    void notBefore(long timeMs) {
        lastTimeMs = Math.max(lastTimeMs, timeMs);
    }

    /// Whether a frame of this log is durable.
    boolean isDurable(FrameLocation frame) {
        return frame.segmentId() != active.id() || frame.offset() < writeAt;
    }

    List<Manifest.Entry> segments() {
        return segments.entries();
    }

    List<Long> segmentIds() {
        return segments.entries().stream().map(Manifest.Entry::segmentId).toList();
    }

    /// An id for a segment to come; never used twice, but what was never named in a manifest was not used.
    long newSegmentId() {
        return nextSegmentId++;
    }

    /// Puts a finished segment in the place of those that it replaces. Their files are left to the caller.
    void replace(Manifest.Entry packed) throws IOException {
        checkUsable();
        failing(() -> segments.replace(packed));
    }

    boolean hasFailed() {
        return failed;
    }

    /// Whether the segment that is being written has frames, if only the one that sealed it before it could be left.
    boolean hasFrames() {
        return writeAt > Segment.FRAMES_AT;
    }

    /// Adds a frame to those that the next [#commit] writes, and returns where it will be. A time earlier than that of the
    /// frame before becomes that one.
    ///
    /// @throws NoRoomException if it does not fit into the segment and there is no room for another; nothing happened then
    FrameLocation stage(long timeMs, Decisions.Body body) throws IOException {
        checkUsable();
        int bytes = Frames.bytes(body.maxBytes());
        if (body.maxBytes() > MAX_BODY_BYTES
                || bytes + footerBytes > Math.max(active.bytes(), spare.bytes()) - Segment.FRAMES_AT) {
            throw new IllegalArgumentException("a frame's body of " + body.maxBytes() + " bytes is too long");
        }
        if (staged.position() > MAX_STAGED_BYTES) {
            commit();
        }
        if (isSealed() || stagedEnd() + bytes + footerBytes > active.bytes()) {
            roll();
        }
        return put(timeMs, body);
    }

    /// Ends the segment before it is full, for a shard whose memory is.
    void seal() throws IOException {
        checkUsable();
        roll();
    }

    /// Writes and flushes what is staged; one write and one flush, however much it is.
    void commit() throws IOException {
        checkUsable();
        if (stagedEnd() == writeAt) {
            return;
        }
        failing(() -> {
            int end = staged.position();
            fillBlock();
            active.file().write(staged.flip(), stagedAt);
            active.file().flush();
            int begin = (int) (writeAt - stagedAt);
            sealer.committed(active.id(), writeAt, staged.slice(begin, end - begin));
            writeAt = stagedAt + end;
            durableUpTo = lastSequence;
            keepBegunBlock(end);
        });
        if (writeAt > active.bytes() / 2 || sealer.isHalfFull()) {
            prepareSpare();
        }
    }

    private void prepareSpare() {
        spare.prepare(this::newSegmentId, segments::announce);
    }

    private long stagedEnd() {
        return stagedAt + staged.position();
    }

    private void fillBlock() {
        long end = stagedEnd();
        int rest = (int) (Math.min(Math.ceilDiv(end, BLOCK_BYTES) * BLOCK_BYTES, active.bytes()) - end);
        makeRoom(rest);
        staged.put(ZEROS, 0, rest);
    }

    /// Lets the next write begin with the block in which this one ended.
    private void keepBegunBlock(int end) {
        int whole = end - end % BLOCK_BYTES;
        staged.limit(end).position(whole);
        staged.compact();
        stagedAt += whole;
    }

    /// Closes the files. What was staged and not committed is lost.
    @Override
    public void close() throws IOException {
        failed = true;
        spare.close();
        active.close();
    }

    private FrameLocation put(long timeMs, Decisions.Body body) {
        makeRoom(Frames.bytes(body.maxBytes()));
        lastTimeMs = Math.max(lastTimeMs, timeMs);
        lastSequence++;
        int start = staged.position();
        staged.position(start + Frames.HEADER_BYTES);
        body.write(staged);
        var header = new Frames.Header(body.kind(), active.id(), lastSequence, durableUpTo, 0, lastTimeMs);
        int bytes = Frames.finish(staged, start, header);
        return new FrameLocation(active.id(), stagedAt + start, bytes);
    }

    /// Seals the segment and goes on in the next, which was announced before. Each step can be done again after it failed for
    /// lack of room, by this process or the next one: as long as the next segment has no header, this one was not left.
    private void roll() throws IOException {
        if (!isSealed()) {
            commit();
            sealer.beforeSeal();
            prepareSpare();
            failing(spare::await);
            footer = put(lastTimeMs, sealer.footer(lastTimeMs));
            commit();
        }
        prepareSpare();
        failing(() -> {
            var file = spare.take();
            var next = new Manifest.Entry(file.segmentId(), lastSequence + 1, 0);
            var left = active;
            active = Segment.begin(file.path(), file.file(), identity, next, footer.packed());
            segments.follow(footer, next);
            long end = writeAt;
            writeAt = Segment.FRAMES_AT;
            stagedAt = Segment.FRAMES_AT;
            staged.clear();
            // What was left of it is of use to nobody. If this is not done, the file is only longer than it need be.
            left.file().truncate(end);
            left.close();
        });
        var sealedFooter = footer;
        footer = new FrameLocation(0, 0, 0);
        sealer.sealed(sealedFooter.segmentId(), sealedFooter, active.id());
    }

    private boolean isSealed() {
        return footer.bytes() > 0;
    }

    private void recover(Consumer<Frame> visitor) throws IOException {
        var frames = new ArrayList<Frame>();
        var scan = SegmentScan.ofActive(active, frames::add);
        active.file().write(scan.header(), 0);
        active.file().write(scan.unproven(), scan.unprovenFrom());
        active.file().write(ByteBuffer.allocate(scan.bytesToZero()), scan.end());
        active.file().flush();
        writeAt = scan.end();
        readBegunBlock();
        lastSequence = scan.lastSequence();
        durableUpTo = lastSequence;
        lastTimeMs = Math.max(lastTimeMs, scan.lastTimeMs());
        if (!frames.isEmpty() && frames.getLast().kind() == Decisions.SEALED) {
            footer = frames.getLast().location();
        }
        frames.forEach(visitor);
    }

    private void readBegunBlock() throws IOException {
        stagedAt = writeAt - writeAt % BLOCK_BYTES;
        active.file().read(staged.clear().limit((int) (writeAt - stagedAt)), stagedAt);
        staged.limit(staged.capacity());
    }

    private void makeRoom(int bytes) {
        if (staged.remaining() < bytes) {
            staged = blocks(Math.max(staged.capacity() * 2, staged.position() + bytes)).put(staged.flip());
        }
    }

    /// A buffer that begins and ends at whole blocks in memory too.
    private static ByteBuffer blocks(int bytes) {
        int whole = Math.ceilDiv(bytes, BLOCK_BYTES) * BLOCK_BYTES;
        return ByteBuffer.allocateDirect(whole + BLOCK_BYTES).alignedSlice(BLOCK_BYTES).slice(0, whole);
    }

    private void checkUsable() throws IOException {
        if (failed) {
            throw new IOException(
                    "the log in " + directory + " takes no more writes, since one failed or it is closed");
        }
    }

    private interface DiskWork {
        void run() throws IOException;
    }

    private void failing(DiskWork work) throws IOException {
        try {
            work.run();
        } catch (NoRoomException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            failed = true;
            throw e;
        }
    }

    private static Manifest begin(Disk disk, Path directory, LogIdentity identity, long segmentBytes)
            throws IOException {
        var first = new Manifest.Entry(1, 1, 0);
        var path = Segment.pathOf(directory, first.segmentId());
        if (disk.exists(path)) {
            disk.delete(path);
        }
        Segment.begin(path, disk.create(path, segmentBytes), identity, first, 0).close();
        disk.syncDirectory(directory);
        var manifest = new Manifest(List.of(first), 0);
        manifest.write(disk, directory);
        return manifest;
    }

    /// A crash between creating a segment and naming it in the manifest leaves a file that means nothing.
    private static void deleteStrays(Disk disk, Path directory, Manifest manifest) throws IOException {
        var known = new HashSet<Path>();
        manifest.entries().forEach(entry -> known.add(Segment.pathOf(directory, entry.segmentId())));
        for (var file : disk.list(directory)) {
            var name = String.valueOf(file.getFileName());
            boolean isSegment = name.startsWith("segment-") || name.startsWith(FORMER_SPARE);
            if (isSegment && !known.contains(file)) {
                disk.delete(file);
            }
        }
    }
}
