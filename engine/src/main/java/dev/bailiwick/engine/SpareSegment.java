package dev.bailiwick.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The file of the next segment, filled with zeros and named in the manifest in the background while the one before it is being
/// written, so that nobody waits for that. Belongs to the shard's thread.
final class SpareSegment implements AutoCloseable {
    private final Disk disk;
    private final Path directory;
    private final long bytes;
    private final Executor background;
    private @Nullable CompletableFuture<Spare> pending;

    /// @param background where the zeros are written
    SpareSegment(Disk disk, Path directory, long bytes, Executor background) {
        if (bytes < Segment.FRAMES_AT + Frames.bytes(0) || bytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a segment cannot have " + bytes + " bytes");
        }
        this.disk = disk;
        this.directory = directory;
        this.bytes = bytes;
        this.background = background;
    }

    /// A file of zeros that is the next segment as soon as it has a header.
    record Spare(long segmentId, Path path, DiskFile file) {}

    /// Who must know of a file before it is used.
    interface Announcement {
        /// Returns when that is durable.
        ///
        /// @throws NoRoomException if there is no room for saying so, in which case nobody knows of it
        void announce(long segmentId) throws IOException;
    }

    long bytes() {
        return bytes;
    }

    /// Begins to make one, if there is none. What failed for lack of room is tried again.
    void prepare(LongSupplier ids, Announcement announcement) {
        if (pending == null || lacksRoom(pending)) {
            long id = ids.getAsLong();
            pending = CompletableFuture.supplyAsync(() -> create(id, announcement), background);
        }
    }

    /// Waits until there is one that is prepared.
    ///
    /// @throws NoRoomException if there is no room for it
    void await() throws IOException {
        join();
    }

    /// The same, and gives it away.
    Spare take() throws IOException {
        var spare = join();
        pending = null;
        return spare;
    }

    @Override
    public void close() throws IOException {
        if (pending != null) {
            try {
                pending.join().file().close();
            } catch (CompletionException e) {
                // there is none to close
            }
            pending = null;
        }
    }

    private Spare join() throws IOException {
        try {
            return Objects.requireNonNull(pending, "it is prepared first").join();
        } catch (CompletionException e) {
            switch (e.getCause()) {
                case RuntimeException defect -> throw defect;
                case NoRoomException full ->
                    throw new NoRoomException("no new segment can be created: " + full.getMessage());
                case null, default -> throw new IOException("the next segment cannot be announced", e.getCause());
            }
        }
    }

    private static boolean lacksRoom(CompletableFuture<Spare> made) {
        return made.isCompletedExceptionally() && made.exceptionNow() instanceof NoRoomException;
    }

    private Spare create(long id, Announcement announcement) {
        var path = Segment.pathOf(directory, id);
        try {
            var file = zeros(path);
            try {
                announcement.announce(id);
                return new Spare(id, path, file);
            } catch (IOException | RuntimeException e) {
                file.close();
                throw e;
            }
        } catch (NoRoomException e) {
            discard(path);
            throw new CompletionException(e);
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    private DiskFile zeros(Path path) throws NoRoomException {
        try {
            if (disk.freeBytes(directory) < 2 * bytes) {
                throw new NoRoomException("less than " + 2 * bytes + " bytes are free");
            }
            return disk.create(path, bytes);
        } catch (NoRoomException e) {
            throw e;
        } catch (IOException e) {
            throw new NoRoomException(String.valueOf(e.getMessage()));
        }
    }

    private void discard(Path path) {
        try {
            if (disk.exists(path)) {
                disk.delete(path);
            }
        } catch (IOException e) {
            // deleted when the store is opened next
        }
    }
}
