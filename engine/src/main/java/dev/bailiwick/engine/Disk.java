package dev.bailiwick.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// The way to the disk. The names of files become durable only by [#syncDirectory].
interface Disk {
    /// Opens an existing file for reading and writing.
    DiskFile open(Path file) throws IOException;

    /// Creates a file of that many zero bytes, which are durable when this returns. Writing into a file that is already
    /// written is what makes a later flush cheap: it has no file system structures to update.
    DiskFile create(Path file, long bytes) throws IOException;

    boolean exists(Path file) throws IOException;

    /// Whether the file has other names too, as it may have in backups.
    boolean isShared(Path file) throws IOException;

    /// The files of a directory, by name.
    List<Path> list(Path directory) throws IOException;

    /// Replaces `to` in one step.
    void rename(Path from, Path to) throws IOException;

    void delete(Path file) throws IOException;

    /// Creates a directory where it is missing, and those above it; durable when this returns, with all names beside it.
    void createDirectories(Path directory) throws IOException;

    void syncDirectory(Path directory) throws IOException;

    /// How much more may be written where this directory is.
    long freeBytes(Path directory) throws IOException;
}
