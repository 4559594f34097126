package dev.bailiwick.engine;

import dev.bailiwick.store.StoreLockedException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Keeps a second process, or a second opener in this one, out of a store. The operating system lets go of it when the process
/// dies, and also when the process closes any other handle of the file. So whoever finds the directory taken in this process must
/// not even open the file.
record StoreLock(Path directory, FileChannel channel) implements AutoCloseable {
    /// As the locks themselves, this belongs to the process.
    private static final Set<Path> TAKEN = ConcurrentHashMap.newKeySet();

    static StoreLock take(Path directory) throws IOException {
        var real = directory.toRealPath();
        if (!TAKEN.add(real)) {
            throw new StoreLockedException(directory.toString());
        }
        try {
            return lock(directory, real);
        } catch (IOException | RuntimeException e) {
            TAKEN.remove(real);
            throw e;
        }
    }

    private static StoreLock lock(Path directory, Path real) throws IOException {
        var channel = FileChannel.open(real.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() == null) {
                throw new StoreLockedException(directory.toString());
            }
            return new StoreLock(real, channel);
        } catch (OverlappingFileLockException e) {
            channel.close(); // of another class loader
            throw new StoreLockedException(directory.toString());
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            TAKEN.remove(directory);
        }
    }
}
