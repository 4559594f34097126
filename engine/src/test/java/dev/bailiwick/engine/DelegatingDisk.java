package dev.bailiwick.engine;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/// The machine's disk, with places to interfere. Files are created without being written, which is faster and as good for tests.
class DelegatingDisk implements Disk {
    private final RealDisk real = new RealDisk();

    /// Called before each write to a file.
    protected void beforeWrite(ByteBuffer from) throws IOException {
        // nothing unless a test wants it
    }

    /// Called before each flush of a file.
    protected void beforeFlush() throws IOException {
        // nothing unless a test wants it
    }

    @Override
    public DiskFile open(Path file) throws IOException {
        return new DelegatingFile(real.open(file));
    }

    @Override
    public DiskFile create(Path file, long bytes) throws IOException {
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
    public List<Path> list(Path folder) throws IOException {
        return real.list(folder);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
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
    public void syncDirectory(Path folder) throws IOException {
        real.syncDirectory(folder);
    }

    @Override
    public long freeBytes(Path folder) throws IOException {
        return real.freeBytes(folder);
    }

    private final class DelegatingFile implements DiskFile {
        private final DiskFile file;

        DelegatingFile(DiskFile file) {
            this.file = file;
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public void read(ByteBuffer into, long position) throws IOException {
            file.read(into, position);
        }

        @Override
        public void write(ByteBuffer from, long position) throws IOException {
            beforeWrite(from);
            file.write(from, position);
        }

        @Override
        public void flush() throws IOException {
            beforeFlush();
            file.flush();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
