package dev.bailiwick.engine;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.function.Consumer;

/// Copies the segments of shards. A file that has its name in the copy is complete; until then it is called otherwise. For one thread.
final class SegmentCopying {
    private static final String PART = ".part";
    private static final int CHUNK_BYTES = 1 << 20;
    /// Unlike the disk of a store, it reads a file from beginning to end through one handle.
    private static final Disk LOOKING = new ReadOnlyDisk();
    /// How often a shard is begun anew because a segment was replaced meanwhile.
    private static final int MAX_TURNS = 1_000;

    private final Disk disk;
    private final Consumer<BackupReport> progress;
    private BackupReport report = BackupReport.NOTHING;

    SegmentCopying(Disk disk, Consumer<BackupReport> progress) {
        this.disk = disk;
        this.progress = progress;
    }

    BackupReport report() {
        return report;
    }

    /// @param from the store, to the copy, and a copy from before
    void copyShard(LogIdentity identity, Path from, Path to, Optional<Path> previous) throws IOException {
        var source = ShardOpening.directoryOf(from, identity.shard());
        var target = ShardOpening.directoryOf(to, identity.shard());
        disk.createDirectories(target);
        for (int turn = 0;; turn++) {
            try {
                copy(identity, source, target, previous.map(earlier -> ShardOpening.directoryOf(earlier,
                        identity.shard())));
                return;
            } catch (NoSuchFileException | FileNotFoundException | EOFException e) {
                // A segment was finished or written anew since the manifest was read, which names another one now.
                if (turn == MAX_TURNS || !Manifest.isThere(disk, source)) {
                    throw e;
                }
            }
        }
    }

    private void copy(LogIdentity identity, Path source, Path target, Optional<Path> previous) throws IOException {
        var manifest = Manifest.read(LOOKING, source); // which another may replace at this moment
        var wanted = new HashSet<Path>();
        for (int i = 0; i < manifest.entries().size() - 1; i++) {
            var entry = manifest.entries().get(i);
            wanted.add(Segment.pathOf(target, entry.segmentId()));
            copyFinished(identity, source, target, previous, entry, manifest.entries().get(i + 1));
        }
        wanted.add(Segment.pathOf(target, manifest.last().segmentId()));
        copyActive(identity, source, target, manifest.last());
        for (var file : disk.list(target)) {
            if (String.valueOf(file.getFileName()).startsWith("segment-") && !wanted.contains(file)) {
                disk.delete(file);
            }
        }
        manifest.announcing(0).write(disk, target);
    }

    private void copyFinished(LogIdentity identity, Path source, Path target, Optional<Path> previous,
            Manifest.Entry entry, Manifest.Entry next) throws IOException {
        var file = Segment.pathOf(target, entry.segmentId());
        long bytes = entry.footerLocation().end();
        if (disk.exists(file)) {
            tell(report.shared(bytes));
            return;
        }
        if (previous.isPresent() && isSame(identity, source, previous.get(), entry)) {
            link(Segment.pathOf(previous.get(), entry.segmentId()), file);
            disk.syncDirectory(target);
            tell(report.shared(bytes));
            return;
        }
        var part = file.resolveSibling(file.getFileName() + PART);
        copyBytes(Segment.pathOf(source, entry.segmentId()), part, bytes);
        check(identity, part, entry, next);
        disk.rename(part, file);
        disk.syncDirectory(target);
        tell(report.copied(bytes));
    }

    /// Ids are not used twice, and the footer tells another history.
    private boolean isSame(LogIdentity identity, Path source, Path previous, Manifest.Entry entry) throws IOException {
        var earlier = Segment.pathOf(previous, entry.segmentId());
        if (!disk.exists(earlier) || Files.size(earlier) < entry.footerLocation().end()) {
            return false;
        }
        return Arrays.equals(footer(identity, source, entry), footer(identity, previous, entry));
    }

    private byte[] footer(LogIdentity identity, Path directory, Manifest.Entry entry) throws IOException {
        try (var segment = Segment.open(disk, directory, identity, entry)) {
            var bytes = ByteBuffer.allocate(entry.footerLocation().bytes());
            segment.file().read(bytes, entry.footerLocation().offset());
            return bytes.array();
        }
    }

    private static void link(Path existing, Path added) throws IOException {
        try {
            Files.createLink(added, existing);
        } catch (UnsupportedOperationException | FileSystemException e) {
            throw new IOException(
                    "what has not changed cannot be shared with the previous backup, which must be on the same file"
                            + " system: " + e.getMessage(),
                    e);
        }
    }

    /// Reads the copy back.
    private void check(LogIdentity identity, Path part, Manifest.Entry entry, Manifest.Entry next)
            throws IOException {
        var file = disk.open(part);
        try (var segment = Segment.opened(part, file, identity, entry)) {
            ShardLog.visit(segment, entry, next, new Replay(identity).visitor((frame, decision) -> {}));
        }
    }

    /// Everything up to the first frame that is not whole. It may be written while it is read, and what lies behind that frame may be
    /// from a later time; so it is left out.
    private void copyActive(LogIdentity identity, Path source, Path target, Manifest.Entry entry) throws IOException {
        var path = Segment.pathOf(target, entry.segmentId());
        ByteBuffer bytes;
        try (var segment = Segment.open(disk, source, identity, entry)) {
            bytes = ByteBuffer.allocate(Math.toIntExact(segment.bytes()));
            segment.file().read(bytes, 0);
            bytes.flip();
        }
        int end = wholeFrames(bytes, entry);
        if (disk.exists(path)) {
            disk.delete(path);
        }
        try (var file = disk.create(path, bytes.limit())) {
            file.write(bytes.duplicate().limit(end), 0);
            file.flush();
        }
        disk.syncDirectory(target);
        tell(report.copied(end));
    }

    private static int wholeFrames(ByteBuffer bytes, Manifest.Entry entry) {
        int end = Segment.FRAMES_AT;
        long sequence = entry.firstSequence();
        while (true) {
            var frame = Frames.parse(bytes, end, entry.segmentId());
            if (frame.isEmpty() || frame.get().sequence() != sequence) {
                return end;
            }
            sequence++;
            end = Math.toIntExact(frame.get().location().end());
        }
    }

    private void copyBytes(Path source, Path part, long bytes) throws IOException {
        if (disk.exists(part)) {
            disk.delete(part);
        }
        try (var from = disk.open(source); var to = disk.create(part, 0)) {
            var buffer = ByteBuffer.allocate(CHUNK_BYTES);
            for (long at = 0; at < bytes; at += CHUNK_BYTES) {
                buffer.clear().limit((int) Math.min(CHUNK_BYTES, bytes - at));
                from.read(buffer, at);
                to.write(buffer.flip(), at);
            }
            to.flush();
        }
    }

    /// Makes the segments of a copy those of another store.
    void rename(LogIdentity before, LogIdentity after, Path store) throws IOException {
        var directory = ShardOpening.directoryOf(store, before.shard());
        for (var entry : Manifest.read(disk, directory).entries()) {
            try (var segment = Segment.open(disk, directory, before, entry)) {
                segment.file().write(Segment.headerBlock(after, entry.segmentId(), entry.firstSequence(), 0), 0);
                segment.file().flush();
            }
        }
    }

    /// @param from a shard's directory
    void copyIndex(Path from, Path to) throws IOException {
        var source = from.resolve(IndexDatabase.NAME);
        var target = to.resolve(IndexDatabase.NAME);
        if (!Files.isDirectory(source)) {
            return;
        }
        disk.createDirectories(target);
        long bytes = 0;
        for (var file : disk.list(source)) {
            var copy = target.resolve(file.getFileName());
            if (Files.isRegularFile(file)) {
                Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
                bytes += Files.size(copy);
            }
        }
        report = report.withIndex(bytes, 0);
    }

    /// A copy of an index that is in use. Its files never change, so that on the same file system they are linked.
    void copyIndex(SealedIndex index, Path to) throws IOException {
        disk.createDirectories(to);
        var target = to.resolve(IndexDatabase.NAME);
        if (Files.exists(target)) {
            IndexDatabase.delete(to);
        }
        index.checkpoint(target);
        long copied = 0;
        long shared = 0;
        for (var file : disk.list(target)) {
            if (isLinked(file)) {
                shared += Files.size(file);
            } else {
                copied += Files.size(file);
            }
        }
        report = report.withIndex(copied, shared);
    }

    private static boolean isLinked(Path file) throws IOException {
        return Files.getFileStore(file).supportsFileAttributeView("unix")
                && ((Number) Files.getAttribute(file, "unix:nlink")).intValue() > 1;
    }

    private void tell(BackupReport changed) {
        report = changed;
        progress.accept(report);
    }
}
