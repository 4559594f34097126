package dev.bailiwick.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/// The segments of a log as they are now, and the manifest that names them.
///
/// When one segment is finished and the next one begun, nobody waits for the manifest: it named the next one beforehand, and
/// the header of that one says that it was begun and where the one before it ended. So the manifest may lag by that.
///
/// Thread-safe, since segments are announced in the background while the shard's thread replaces others.
final class SegmentList {
    private final Disk disk;
    private final Path directory;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile Manifest manifest;
    private boolean failed;

    SegmentList(Disk disk, Path directory, Manifest manifest) {
        this.disk = disk;
        this.directory = directory;
        this.manifest = manifest;
    }

    List<Manifest.Entry> entries() {
        return manifest.entries();
    }

    /// Names the segment that will come next, whose file must be there and durable.
    void announce(long segmentId) throws IOException {
        lock.lock();
        try {
            writing(() -> {
                disk.syncDirectory(directory);
                return written(manifest.announcing(segmentId));
            });
        } finally {
            lock.unlock();
        }
    }

    /// Puts a finished segment in the place of those that it replaces.
    void replace(Manifest.Entry packed) throws IOException {
        lock.lock();
        try {
            writing(() -> written(manifest.packed(packed)));
        } finally {
            lock.unlock();
        }
    }

    /// The last segment is finished, and the one that was announced is begun, as its header says durably.
    void follow(FrameLocation footer, Manifest.Entry next) {
        lock.lock();
        try {
            manifest = manifest.sealed(footer.packed(), next);
        } finally {
            lock.unlock();
        }
    }

    private interface Writing {
        Manifest run() throws IOException;
    }

    /// After a failure nobody knows which manifest the disk has, so nothing more is built on it.
    private void writing(Writing work) throws IOException {
        if (failed) {
            throw new IOException("the manifest in " + directory + " is written no more, since that failed");
        }
        failed = true;
        try {
            manifest = work.run();
            failed = false;
        } catch (NoRoomException e) {
            failed = false;
            throw e;
        }
    }

    private Manifest written(Manifest changed) throws IOException {
        changed.write(disk, directory);
        return changed;
    }
}
