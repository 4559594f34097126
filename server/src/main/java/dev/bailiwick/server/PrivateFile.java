package dev.bailiwick.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// A small file that nobody but its owner may read, read and replaced as a whole. Changes of several processes follow each other; a reader
/// sees the file before a change or after it.
///
/// Where a file system knows no owners, the directory has to keep others out.
record PrivateFile(Path path, int maxBytes) {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> OTHERS = EnumSet.of(PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE);

    PrivateFile {
        path = path.toAbsolutePath();
    }

    /// The content; empty where there is no file.
    ///
    /// @throws UnusableFileException if others may read or write it, if it is too large, or if it cannot be read
    Optional<byte[]> read() {
        try (var channel = FileChannel.open(path, StandardOpenOption.READ)) {
            checkOwnerOnly();
            if (channel.size() > maxBytes) {
                throw new UnusableFileException(path, "it has more than " + maxBytes + " bytes");
            }
            var bytes = ByteBuffer.allocate((int) channel.size());
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                // until all is there
            }
            return Optional.of(bytes.array());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UnusableFileException(path, "it cannot be read: " + reason(e));
        }
    }

    /// Returns when the file has this content, whatever happens next. Until then it has the old one. Only inside [#locked].
    void replace(byte[] content) {
        if (content.length > maxBytes) {
            throw new UnusableFileException(path, "it would have more than " + maxBytes + " bytes");
        }
        var next = path.resolveSibling(path.getFileName() + ".next");
        try {
            Files.deleteIfExists(next);
            try (var channel = FileChannel.open(next,
                    Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW), ownerOnly())) {
                var bytes = ByteBuffer.wrap(content);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            try (var directory = FileChannel.open(directory(), StandardOpenOption.READ)) {
                directory.force(true);
            }
        } catch (IOException e) {
            throw new UnusableFileException(path, "it cannot be written: " + reason(e));
        }
    }

    /// Runs a change while no other process makes one.
    <T> T locked(Supplier<T> change) {
        var lock = path.resolveSibling(path.getFileName() + ".lock");
        try {
            Files.createDirectories(directory());
            try (var channel = FileChannel.open(lock, Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE),
                    ownerOnly()); var held = channel.lock()) {
                if (!held.isValid()) {
                    throw new UnusableFileException(path, "its lock was lost; try again");
                }
                return change.get();
            }
        } catch (OverlappingFileLockException e) {
            throw new UnusableFileException(path, "it is being changed at this moment; try again");
        } catch (IOException e) {
            throw new UnusableFileException(path, "it cannot be locked: " + reason(e));
        }
    }

    private void checkOwnerOnly() throws IOException {
        if (knowsOwners() && Files.getPosixFilePermissions(path).stream().anyMatch(OTHERS::contains)) {
            throw new UnusableFileException(path, "others may read or write it; run: chmod 600 " + path);
        }
    }

    private FileAttribute<?>[] ownerOnly() throws IOException {
        return knowsOwners()
                ? new FileAttribute<?>[]{PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
                : new FileAttribute<?>[0];
    }

    private boolean knowsOwners() throws IOException {
        return Files.getFileStore(directory()).supportsFileAttributeView("posix");
    }

    private Path directory() {
        var parent = path.getParent();
        if (parent == null) {
            throw new UnusableFileException(path, "this is not a file");
        }
        return parent;
    }

    private static String reason(IOException e) {
        return e.getClass().getSimpleName() + " " + e.getMessage();
    }
}
