package dev.bailiwick.engine;

import dev.bailiwick.placement.spi.MalformedBytesException;
import dev.bailiwick.store.StoreClosedException;
import dev.bailiwick.store.UnreadableStoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Reads single frames of a shard's log, for any thread. Keeps some files open, those used last, and what was written last.
final class LogReader implements AutoCloseable {
    private static final int MAX_OPEN = 64;

    private final Disk disk;
    private final Path directory;
    private final RecentFrames recent;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Long, OpenSegment> open = new LinkedHashMap<>(16, 0.75f, true);
    private final Condition released = lock.newCondition();
    private final Set<Long> retired = new HashSet<>();
    private boolean closed;

    /// @param recentBytes how much to keep of what was written last
    LogReader(Disk disk, Path directory, int recentBytes) {
        this.disk = disk;
        this.directory = directory;
        this.recent = new RecentFrames(recentBytes);
    }

    /// What was written last.
    RecentFrames recent() {
        return recent;
    }

    Disk disk() {
        return disk;
    }

    /// Where the log is.
    Path directory() {
        return directory;
    }

    /// What a frame says, and when that was recorded.
    record Entry(Decision decision, long timeMs) {}

    /// The segment was written anew since the index was asked: ask again.
    static final class RetiredSegmentException extends RuntimeException {
        private static final long serialVersionUID = 1;

        RetiredSegmentException(long segmentId) {
            super("segment " + segmentId + " was written anew", null, false, false);
        }
    }

    /// @throws UnreadableStoreException if the frame is not there as it was written
    /// @throws RetiredSegmentException if the segment is gone
    Entry read(FrameLocation location) {
        return entry(location, this::readRecentOrFile);
    }

    /// The same from the file, also if it was just written, for whoever wants to know whether the file is as it should be.
    Entry readFile(FrameLocation location) {
        return entry(location, this::readFile);
    }

    Frame frame(FrameLocation location) throws IOException {
        return frame(location, this::readRecentOrFile);
    }

    private interface Reading {
        void read(ByteBuffer into, FrameLocation location) throws IOException;
    }

    private Entry entry(FrameLocation location, Reading reading) {
        try {
            var frame = frame(location, reading);
            var decision = Decisions.read(frame);
            return new Entry(decision, decision.recordedMs(frame.timeMs()));
        } catch (IOException | MalformedBytesException e) {
            throw new UnreadableStoreException(String.valueOf(e.getMessage()));
        }
    }

    private Frame frame(FrameLocation location, Reading reading) throws IOException {
        var bytes = ByteBuffer.allocate(location.bytes());
        reading.read(bytes, location);
        return Frames.parse(bytes.flip(), 0, location.segmentId())
                .orElseThrow(() -> new CorruptLogException(Segment.pathOf(directory, location.segmentId()),
                        location.offset(), "a frame is damaged"));
    }

    private void readRecentOrFile(ByteBuffer into, FrameLocation location) throws IOException {
        if (!recent.read(location, into)) {
            readFile(into, location);
        }
    }

    /// Lets nobody read these segments any more. Returns when nobody does.
    void retire(Collection<Long> segmentIds) throws IOException {
        lock.lock();
        try {
            retired.addAll(segmentIds);
            recent.retire(segmentIds);
            for (long id : segmentIds) {
                var segment = open.get(id);
                while (segment != null && segment.users > 0) {
                    released.awaitUninterruptibly();
                }
                if (segment != null) {
                    open.remove(id);
                    segment.file.close();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            closed = true;
            for (var segment : open.values()) {
                segment.file.close(); // waits for those who read
            }
            open.clear();
        } finally {
            lock.unlock();
        }
    }

    private void readFile(ByteBuffer into, FrameLocation location) throws IOException {
        var segment = acquire(location.segmentId());
        try {
            segment.file.read(into, location.offset());
        } finally {
            release(segment);
        }
    }

    private OpenSegment acquire(long segmentId) throws IOException {
        lock.lock();
        try {
            if (closed) {
                throw new StoreClosedException();
            }
            if (retired.contains(segmentId)) {
                throw new RetiredSegmentException(segmentId);
            }
            var segment = open.get(segmentId);
            if (segment == null) {
                segment = new OpenSegment(disk.open(Segment.pathOf(directory, segmentId)));
                open.put(segmentId, segment);
            }
            segment.users++;
            closeOldest();
            return segment;
        } finally {
            lock.unlock();
        }
    }

    private void release(OpenSegment segment) {
        lock.lock();
        try {
            segment.users--;
            if (segment.users == 0) {
                released.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private void closeOldest() throws IOException {
        var oldest = open.values().iterator();
        while (open.size() > MAX_OPEN && oldest.hasNext()) {
            var segment = oldest.next();
            if (segment.users == 0) {
                oldest.remove();
                segment.file.close();
            }
        }
    }

    /// A file, and how many are reading it.
    private static final class OpenSegment {
        private final DiskFile file;
        private int users;

        OpenSegment(DiskFile file) {
            this.file = file;
        }
    }
}
