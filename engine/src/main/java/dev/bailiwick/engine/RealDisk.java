package dev.bailiwick.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// The machine's disk. Stateless.
final class RealDisk implements Disk {
    private static final int ZEROS_AT_ONCE = 1 << 20;

    @Override
    public DiskFile open(Path file) throws IOException {
        return new RealFile(file, FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    @Override
    public DiskFile create(Path file, long bytes) throws IOException {
        var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE,
                StandardOpenOption.CREATE_NEW);
        try {
            fill(channel, zerosPastMemory(file, bytes), bytes, ByteBuffer.allocateDirect(ZEROS_AT_ONCE));
            channel.force(true);
            return new RealFile(file, channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /// Writes zeros straight to the disk, where the file system lets us: in the machine's memory they are of no use to anybody, and
    /// taking them through it costs more than the disk does.
    ///
    /// @return how many, which may be none
    private static long zerosPastMemory(Path file, long bytes) throws IOException {
        try (var past = new PastMemory(file)) {
            int block = past.blockBytes();
            if (block == 0) {
                return 0;
            }
            var zeros = ByteBuffer.allocateDirect(ZEROS_AT_ONCE + block).alignedSlice(block);
            long whole = bytes - bytes % block;
            long position = 0;
            long written = 1;
            while (position < whole && written > 0) {
                written = past.write(zeros.clear().limit((int) Math.min(ZEROS_AT_ONCE, whole - position)), position);
                position += written;
            }
            return position;
        }
    }

    private static void fill(FileChannel channel, long from, long to, ByteBuffer zeros) throws IOException {
        for (long position = from; position < to;) {
            position += channel.write(zeros.clear().limit((int) Math.min(zeros.capacity(), to - position)), position);
        }
    }

    @Override
    public boolean exists(Path file) {
        return Files.exists(file);
    }

    @Override
    public boolean isShared(Path file) throws IOException {
        return file.getFileSystem().supportedFileAttributeViews().contains("unix")
                && Files.getAttribute(file, "unix:nlink") instanceof Integer links && links > 1;
    }

    @Override
    public List<Path> list(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void delete(Path file) throws IOException {
        Files.delete(file);
    }

    @Override
    public void createDirectories(Path directory) throws IOException {
        var parent = directory.toAbsolutePath().getParent();
        if (parent == null) {
            return;
        }
        if (!Files.exists(parent)) {
            createDirectories(parent);
        }
        if (!Files.exists(directory)) {
            Files.createDirectory(directory);
        }
        // Also where it is there: whoever created it may have been killed before its name was durable.
        syncDirectory(parent);
    }

    @Override
    public long freeBytes(Path directory) throws IOException {
        return Files.getFileStore(directory).getUsableSpace();
    }

    @Override
    public void syncDirectory(Path directory) throws IOException {
        try (var channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
