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
            var created = new RealFile(file, channel);
            var zeros = ByteBuffer.allocateDirect((int) Math.min(ZEROS_AT_ONCE, bytes));
            for (long position = 0; position < bytes; position += zeros.limit()) {
                created.write(zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - position)), position);
            }
            channel.force(true);
            return created;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
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
