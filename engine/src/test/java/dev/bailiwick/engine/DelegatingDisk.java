package dev.bailiwick.engine;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/// The machine's disk, with places to interfere. Files are created without being written, zeros are not written where there are
/// zeros, and nothing is forced to the disk, which is faster and as good for tests that do not lose the power.
class DelegatingDisk implements Disk {
    private static final int CHUNK_BYTES = 1 << 20;

    private final RealDisk real = new RealDisk();

    /// Called before a file is created.
    protected void beforeCreate(Path file) throws IOException {
        // nothing unless a test wants it
    }

    /// Called before a file is renamed.
    protected void beforeRename(Path to) throws IOException {
        // nothing unless a test wants it
    }

    /// Called before each read from a file.
    protected void beforeRead(Path file) throws IOException {
        // nothing unless a test wants it
    }

    /// Called before each write to a file; may write something else to it and fail.
    protected void insteadOfWrite(DiskFile file, ByteBuffer from, long position) throws IOException {
        // nothing unless a test wants it
    }

    /// Called before each flush of a file.
    protected void beforeFlush() throws IOException {
        // nothing unless a test wants it
    }

    @Override
    public DiskFile open(Path file) throws IOException {
        return new DelegatingFile(file, real.open(file));
    }

    @Override
    public DiskFile create(Path file, long bytes) throws IOException {
        beforeCreate(file);
        try (var created = new RandomAccessFile(file.toFile(), "rw")) {
            created.setLength(bytes);
        }
        return open(file);
    }

    @Override
    public boolean exists(Path file) {
        return real.exists(file);
    }

    @Override
    public boolean isShared(Path file) throws IOException {
        return real.isShared(file);
    }

    @Override
    public List<Path> list(Path folder) throws IOException {
        return real.list(folder);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        beforeRename(to);
        real.rename(from, to);
    }

    @Override
    public void delete(Path file) throws IOException {
        real.delete(file);
    }

    @Override
    public void createDirectories(Path folder) throws IOException {
        real.createDirectories(folder);
    }

    @Override
    public void syncDirectory(Path folder) {
        // nobody pulls the plug
    }

    @Override
    public long freeBytes(Path folder) throws IOException {
        return real.freeBytes(folder);
    }

    private final class DelegatingFile implements DiskFile {
        private final Path path;
        private final DiskFile file;

        DelegatingFile(Path path, DiskFile file) {
            this.path = path;
            this.file = file;
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public void read(ByteBuffer into, long position) throws IOException {
            beforeRead(path);
            file.read(into, position);
        }

        @Override
        public void write(ByteBuffer from, long position) throws IOException {
            insteadOfWrite(file, from, position);
            long at = position;
            while (from.remaining() > CHUNK_BYTES) {
                writeUnlessZeros(from.slice(from.position(), CHUNK_BYTES), at);
                from.position(from.position() + CHUNK_BYTES);
                at += CHUNK_BYTES;
            }
            file.write(from, at);
        }

        private void writeUnlessZeros(ByteBuffer chunk, long position) throws IOException {
            var zeros = ByteBuffer.allocate(CHUNK_BYTES);
            if (zeros.equals(chunk) && position + CHUNK_BYTES <= file.size()) {
                var there = ByteBuffer.allocate(CHUNK_BYTES);
                file.read(there, position);
                if (zeros.equals(there.flip())) {
                    return;
                }
            }
            file.write(chunk, position);
        }

        @Override
        public void truncate(long size) throws IOException {
            file.truncate(size);
        }

        @Override
        public void flush() throws IOException {
            beforeFlush();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
