package dev.bailiwick.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// The file of the next segment, filled with zeros in the background while the one before it is being written, so that nobody
/// waits for that. Belongs to the shard's thread.
final class SpareSegment implements AutoCloseable {
    static final String NAME = "spare";

    private final Disk disk;
    private final Path directory;
    private final long bytes;
    private final Executor background;
    private @Nullable CompletableFuture<Spare> pending;
    private long made;

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

    /// A file of zeros under a name that means nothing yet.
    record Spare(Path path, DiskFile file) {}

    long bytes() {
        return bytes;
    }

    /// Begins to make one, if there is none.
    void prepare() {
        if (pending == null || pending.isCompletedExceptionally()) {
            var path = directory.resolve(NAME + "-" + ++made + ".log");
            pending = CompletableFuture.supplyAsync(() -> create(path), background);
        }
    }

    /// Waits until there is one.
    ///
    /// @throws NoRoomException if there is no room for it
    void await() throws IOException {
        prepare();
        join();
    }

    Spare take() throws IOException {
        prepare();
        var spare = join();
        pending = null;
        return spare;
    }

    /// Keeps the file of a segment that could not be begun, for the next attempt.
    void giveBack(Segment segment) {
        pending = CompletableFuture.completedFuture(new Spare(segment.path(), segment.file()));
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
            return Objects.requireNonNull(pending).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException defect) {
                throw defect;
            }
            throw new NoRoomException("no new segment can be created: " + message(e));
        }
    }

    private static String message(CompletionException e) {
        return e.getCause() == null ? e.toString() : String.valueOf(e.getCause().getMessage());
    }

    private Spare create(Path path) {
        try {
            if (disk.freeBytes(directory) < 2 * bytes) {
                throw new NoRoomException("less than " + 2 * bytes + " bytes are free");
            }
            return new Spare(path, disk.create(path, bytes));
        } catch (IOException e) {
            discard(path);
            throw new CompletionException(e);
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
