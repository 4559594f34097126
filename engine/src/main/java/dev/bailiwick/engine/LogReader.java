package dev.bailiwick.engine;

import dev.bailiwick.placement.spi.MalformedBytesException;
import dev.bailiwick.store.UnreadableStoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Reads single frames of a shard's log, for any thread.
final class LogReader implements AutoCloseable {
    private final Disk disk;
    private final Path directory;
    private final Map<Long, DiskFile> files = new ConcurrentHashMap<>();

    LogReader(Disk disk, Path directory) {
        this.disk = disk;
        this.directory = directory;
    }

    /// A frame with its time and what it says.
    record Entry(Decision decision, long timeMs) {}

    /// @throws UnreadableStoreException if the frame is not there as it was written
    Entry read(FrameLocation location) {
        var path = Segment.pathOf(directory, location.segmentId());
        try {
            var bytes = ByteBuffer.allocate(location.bytes());
            file(path, location.segmentId()).read(bytes, location.offset());
            var frame = Frames.parse(bytes.flip(), 0, location.segmentId());
            if (frame.isEmpty()) {
                throw new CorruptLogException(path, location.offset(), "a frame is damaged");
            }
            return new Entry(Decisions.read(frame.get()), frame.get().timeMs());
        } catch (IOException | MalformedBytesException e) {
            throw new UnreadableStoreException(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void close() throws IOException {
        for (var file : files.values()) {
            file.close();
        }
    }

    private DiskFile file(Path path, long segmentId) throws IOException {
        var known = files.get(segmentId);
        if (known != null) {
            return known;
        }
        var opened = disk.open(path);
        var raced = files.putIfAbsent(segmentId, opened);
        if (raced != null) {
            opened.close();
            return raced;
        }
        return opened;
    }
}
