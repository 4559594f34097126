package dev.bailiwick.engine;

import dev.bailiwick.store.StoreLockedException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Keeps a second process, or a second opener in this one, out of a store. The operating system lets go of it when the process
/// dies.
record StoreLock(FileChannel channel) implements AutoCloseable {

    static StoreLock take(Path directory) throws IOException {
        var channel = FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                return new StoreLock(channel);
            }
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw new StoreLockedException(directory.toString());
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
        channel.close();
        throw new StoreLockedException(directory.toString());
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
