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
/// After a failed write or flush the log takes nothing more. Nothing is retried: nobody knows what the disk has.
///
/// Belongs to the shard's thread.
final class ShardLog implements AutoCloseable {
    /// Of one frame's body.
    static final int MAX_BODY_BYTES = 8 << 20;

    /// What is staged beyond this is committed at once, so that a crash never leaves more than this and a frame behind the end.
    static final int MAX_STAGED_BYTES = 8 << 20;

    private static final int FIRST_BUFFER_BYTES = 64 << 10;

    private final Disk disk;
    private final Path directory;
    private final LogIdentity identity;
    private final long segmentBytes;
    private Manifest manifest;
    private Segment active;
    private ByteBuffer staged = ByteBuffer.allocateDirect(FIRST_BUFFER_BYTES);
    private long writeAt;
    private long lastSequence;
    private long durableUpTo;
    private long lastTimeMs;
    private boolean failed;

    private ShardLog(Disk disk, Path directory, LogIdentity identity, long segmentBytes, Manifest manifest,
            Segment active) {
        this.disk = disk;
        this.directory = directory;
        this.identity = identity;
        this.segmentBytes = segmentBytes;
        this.manifest = manifest;
        this.active = active;
        this.writeAt = Segment.FRAMES_AT;
        this.lastSequence = active.firstSequence() - 1;
        this.durableUpTo = lastSequence;
    }

    /// Opens the log in a directory, or begins one.
    ///
    /// @param segmentBytes of new segments
    /// @param visitor gets every durable frame, oldest first
    static ShardLog open(Disk disk, Path directory, LogIdentity identity, long segmentBytes, Consumer<Frame> visitor)
            throws IOException {
        if (segmentBytes < Segment.FRAMES_AT + Frames.bytes(0) || segmentBytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a segment cannot have " + segmentBytes + " bytes");
        }
        disk.createDirectories(directory);
        var manifest = Manifest.isThere(disk, directory)
                ? Manifest.read(disk, directory)
                : begin(disk, directory, identity, segmentBytes);
        // Whoever wrote the manifest may have been killed before its name was durable.
        disk.syncDirectory(directory);
        deleteStrays(disk, directory, manifest);
        long finishedAtMs = visitFinished(disk, directory, identity, manifest, visitor);
        var log = new ShardLog(disk, directory, identity, segmentBytes, manifest,
                Segment.open(disk, directory, identity, manifest.last()));
        try {
            log.lastTimeMs = finishedAtMs;
            log.recover(visitor);
            return log;
        } catch (IOException | RuntimeException e) {
            log.close();
            throw e;
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

    List<Long> segmentIds() {
        return manifest.entries().stream().map(Manifest.Entry::segmentId).toList();
    }

    /// Adds a frame to those that the next [#commit] writes, and returns where it will be. A time earlier than that of the
    /// frame before becomes that one.
    FrameLocation stage(byte kind, long timeMs, ByteBuffer body) throws IOException {
        checkUsable();
        if (body.remaining() > MAX_BODY_BYTES || Frames.bytes(body.remaining()) > segmentBytes - Segment.FRAMES_AT) {
            throw new IllegalArgumentException("a frame's body of " + body.remaining() + " bytes is too long");
        }
        int bytes = Frames.bytes(body.remaining());
        if (staged.position() > MAX_STAGED_BYTES) {
            commit();
        }
        if (writeAt + staged.position() + bytes > active.file().size()) {
            commit();
            roll();
        }
        makeRoom(bytes);
        lastTimeMs = Math.max(lastTimeMs, timeMs);
        lastSequence++;
        var location = new FrameLocation(active.id(), writeAt + staged.position(), bytes);
        Frames.put(staged, new Frame(location, kind, lastSequence, durableUpTo, 0, lastTimeMs, body));
        return location;
    }

    /// Writes and flushes what is staged; one write and one flush, however much it is.
    void commit() throws IOException {
        checkUsable();
        if (staged.position() == 0) {
            return;
        }
        failing(() -> {
            int bytes = staged.flip().remaining();
            active.file().write(staged, writeAt);
            active.file().flush();
            writeAt += bytes;
            durableUpTo = lastSequence;
            staged.clear();
        });
    }

    /// Closes the files. What was staged and not committed is lost.
    @Override
    public void close() throws IOException {
        failed = true;
        active.close();
    }

    private void roll() throws IOException {
        failing(() -> {
            var next = new Manifest.Entry(active.id() + 1, lastSequence + 1);
            var segment = Segment.create(disk, directory, identity, next.segmentId(), next.firstSequence(),
                    segmentBytes);
            disk.syncDirectory(directory);
            manifest = manifest.with(next);
            manifest.write(disk, directory);
            active.close();
            active = segment;
            writeAt = Segment.FRAMES_AT;
        });
    }

    private void recover(Consumer<Frame> visitor) throws IOException {
        var frames = new ArrayList<Frame>();
        var scan = SegmentScan.ofActive(active, frames::add);
        active.file().write(scan.unproven(), scan.unprovenFrom());
        active.file().write(ByteBuffer.allocate(scan.bytesToZero()), scan.end());
        active.file().flush();
        writeAt = scan.end();
        lastSequence = scan.lastSequence();
        durableUpTo = lastSequence;
        lastTimeMs = Math.max(lastTimeMs, scan.lastTimeMs());
        frames.forEach(visitor);
    }

    private void makeRoom(int bytes) {
        if (staged.remaining() < bytes) {
            var larger = ByteBuffer.allocateDirect(Math.max(staged.capacity() * 2, staged.position() + bytes));
            staged = larger.put(staged.flip());
        }
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
        } catch (IOException | RuntimeException e) {
            failed = true;
            throw e;
        }
    }

    private static Manifest begin(Disk disk, Path directory, LogIdentity identity, long segmentBytes)
            throws IOException {
        var first = new Manifest.Entry(1, 1);
        var path = Segment.pathOf(directory, first.segmentId());
        if (disk.exists(path)) {
            disk.delete(path);
        }
        Segment.create(disk, directory, identity, first.segmentId(), first.firstSequence(), segmentBytes).close();
        var manifest = new Manifest(List.of(first));
        manifest.write(disk, directory);
        return manifest;
    }

    /// A crash between creating a segment and naming it in the manifest leaves a file that means nothing.
    private static void deleteStrays(Disk disk, Path directory, Manifest manifest) throws IOException {
        var known = new HashSet<Path>();
        manifest.entries().forEach(entry -> known.add(Segment.pathOf(directory, entry.segmentId())));
        for (var file : disk.list(directory)) {
            boolean isSegment = String.valueOf(file.getFileName()).startsWith("segment-");
            if (isSegment && !known.contains(file)) {
                disk.delete(file);
            }
        }
    }

    /// Returns the time of the last frame.
    private static long visitFinished(Disk disk, Path directory, LogIdentity identity, Manifest manifest,
            Consumer<Frame> visitor) throws IOException {
        long timeMs = 0;
        for (int i = 0; i < manifest.entries().size() - 1; i++) {
            try (var segment = Segment.open(disk, directory, identity, manifest.entries().get(i))) {
                long last = manifest.entries().get(i + 1).firstSequence() - 1;
                timeMs = SegmentScan.ofFinished(segment, last, visitor).lastTimeMs();
            }
        }
        return timeMs;
    }
}
