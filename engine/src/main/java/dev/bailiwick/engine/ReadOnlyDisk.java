package dev.bailiwick.engine;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// The machine's disk for somebody who only looks. Stateless.
final class ReadOnlyDisk implements Disk {
    private static final RealDisk REAL = new RealDisk();

    @Override
    public DiskFile open(Path file) throws IOException {
        return new ReadOnlyFile(FileChannel.open(file, StandardOpenOption.READ));
    }

    @Override
    public boolean exists(Path file) {
        return REAL.exists(file);
    }

    @Override
    public boolean isShared(Path file) {
        throw refusal(); // of interest to nobody who changes nothing
    }

    @Override
    public List<Path> list(Path directory) throws IOException {
        return REAL.list(directory);
    }

    @Override
    public long freeBytes(Path directory) throws IOException {
        return REAL.freeBytes(directory);
    }

    @Override
    public DiskFile create(Path file, long bytes) {
        throw refusal();
    }

    @Override
    public void rename(Path from, Path to) {
        throw refusal();
    }

    @Override
    public void delete(Path file) {
        throw refusal();
    }

    @Override
    public void createDirectories(Path directory) {
        throw refusal();
    }

    @Override
    public void syncDirectory(Path directory) {
        throw refusal();
    }

    private static IllegalStateException refusal() {
        return new IllegalStateException("who only looks changes nothing");
    }

    private record ReadOnlyFile(FileChannel channel) implements DiskFile {
        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public void read(ByteBuffer into, long position) throws IOException {
            long at = position;
            while (into.hasRemaining()) {
                int bytes = channel.read(into, at);
                if (bytes < 0) {
                    throw new EOFException("the file ends at " + at);
                }
                at += bytes;
            }
        }

        @Override
        public void write(ByteBuffer from, long position) {
            throw refusal();
        }

        @Override
        public void truncate(long size) {
            throw refusal();
        }

        @Override
        public void flush() {
            throw refusal();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
