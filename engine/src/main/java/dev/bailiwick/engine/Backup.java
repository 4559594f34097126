package dev.bailiwick.engine;

import dev.bailiwick.placement.UnreadablePartitionMapException;
import dev.bailiwick.placement.spi.MalformedBytesException;
import dev.bailiwick.store.StoreLockedException;
import dev.bailiwick.store.UnreadableStoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/// Copies of stores.
///
/// A backup is a data directory: opened, it is the store as it was. It is made from the files alone, whether the store is open or not, in
/// this process or another: finished segments never change, and of the segment that is being written everything is copied up to the
/// first frame that is not whole, as a crash would have left it. So the copy has everything that was acknowledged before it began,
/// and of each partition a beginning of its history.
public final class Backup {
    /// While this is there, the directory is no store.
    static final String UNFINISHED = "backup-unfinished";

    private Backup() {
    }

    /// Copies a store. What is copied is read back and checked frame by frame. If it is cut short, asking again goes on where it was.
    ///
    /// @throws UnreadableStoreException if the store is damaged, or there is something else where the backup should be
    ///
    /// @param store its data directory
    public static BackupReport take(Path store, BackupRequest request) {
        return take(store, request, (descriptor, copying) -> copyIndexes(store, request.target(), descriptor, copying));
    }

    /// How a copy gets its indexes. It gets them first, so that they are not ahead of the log.
    interface Indexes {
        void copy(StoreDescriptor descriptor, SegmentCopying copying) throws IOException;
    }

    static BackupReport take(Path store, BackupRequest request, Indexes indexes) {
        return translated(() -> {
            var disk = new RealDisk();
            checkFinished(store);
            var descriptor = StoreDescriptor.read(disk, store);
            prepare(disk, request.target(), descriptor);
            if (request.previous().isPresent()) {
                checkSame(StoreDescriptor.read(disk, request.previous().get()), descriptor, request.previous().get());
            }
            var copying = new SegmentCopying(disk, request.progress());
            indexes.copy(descriptor, copying);
            for (var shard : descriptor.firstMap().shards()) {
                copying.copyShard(new LogIdentity(descriptor.storeId(), shard), store, request.target(),
                        request.previous());
            }
            descriptor.write(disk, request.target());
            finish(disk, request.target());
            return copying.report();
        });
    }

    /// Copies a backup to where a store is to be, and leaves the backup as it is.
    ///
    /// @param target a directory that is not there or is empty
    /// @param identity whether the copy is the same store or another one with the same history; positions of the one are
    ///        refused by the other
    public static BackupReport restore(Path backup, Path target, Identity identity) {
        return translated(() -> {
            var disk = new RealDisk();
            checkFinished(backup);
            var descriptor = StoreDescriptor.read(disk, backup);
            var restored = identity == Identity.SAME ? descriptor : descriptor.withId(UUID.randomUUID());
            prepare(disk, target, restored);
            var copying = new SegmentCopying(disk, _ -> {});
            if (identity == Identity.SAME) {
                copyIndexes(backup, target, descriptor, copying);
            }
            for (var shard : descriptor.firstMap().shards()) {
                copying.copyShard(new LogIdentity(descriptor.storeId(), shard), backup, target, Optional.empty());
                if (identity == Identity.NEW) {
                    copying.rename(new LogIdentity(descriptor.storeId(), shard),
                            new LogIdentity(restored.storeId(), shard), target);
                }
            }
            restored.write(disk, target);
            finish(disk, target);
            return copying.report();
        });
    }

    /// Which store a copy is.
    public enum Identity {
        /// The same: it takes the place of the one that was lost.
        SAME,
        /// Another one, which begins with the same history.
        NEW
    }

    /// Only a store that nobody has open has an index that can be copied.
    private static void copyIndexes(Path store, Path target, StoreDescriptor descriptor, SegmentCopying copying)
            throws IOException {
        try (var _ = StoreLock.take(store)) {
            for (var shard : descriptor.firstMap().shards()) {
                copying.copyIndex(ShardOpening.directoryOf(store, shard), ShardOpening.directoryOf(target, shard));
            }
        } catch (StoreLockedException e) {
            // It is made anew when the copy is opened.
        }
    }

    private static void prepare(Disk disk, Path target, StoreDescriptor descriptor) throws IOException {
        if (Files.exists(target) && !isEmpty(target)) {
            if (!Files.exists(target.resolve(UNFINISHED))) {
                throw new IOException(target + " is not empty, and has no unfinished backup");
            }
            var begun = Files.readString(target.resolve(UNFINISHED));
            if (!begun.equals(descriptor.storeId().toString())) {
                throw new IOException(target + " has an unfinished backup of another store");
            }
        }
        disk.createDirectories(target);
        Files.writeString(target.resolve(UNFINISHED), descriptor.storeId().toString());
        disk.syncDirectory(target);
    }

    private static void finish(Disk disk, Path target) throws IOException {
        disk.delete(target.resolve(UNFINISHED));
        disk.syncDirectory(target);
    }

    /// Refuses a directory in which a backup was begun and not finished.
    static void checkFinished(Path directory) throws IOException {
        if (Files.exists(directory.resolve(UNFINISHED))) {
            throw new IOException(directory + " has an unfinished backup; take it again, and it is finished");
        }
    }

    private static void checkSame(StoreDescriptor previous, StoreDescriptor now, Path where) throws IOException {
        if (!previous.storeId().equals(now.storeId())) {
            throw new IOException("the backup in " + where + " is of another store");
        }
        checkFinished(where);
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.findAny().isEmpty();
        }
    }

    private interface Copying<T> {
        T run() throws IOException;
    }

    private static <T> T translated(Copying<T> copying) {
        try {
            return copying.run();
        } catch (NoSuchFileException e) {
            throw new UnreadableStoreException("there is no " + e.getMessage());
        } catch (IOException | MalformedBytesException | UnreadablePartitionMapException e) {
            throw new UnreadableStoreException(String.valueOf(e.getMessage()));
        }
    }
}
