package dev.bailiwick.engine;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;

/// A file of the machine's disk.
///
/// Readers do not use the writer's channel: the interrupt of a thread that reads through a channel closes it for everybody. They
/// borrow a plain file handle each, of which there are only so many.
///
/// Whole blocks are written past the machine's memory where the file system lets us, straight from the buffer to the disk; everything else goes
/// through it. The system keeps the two together: what it has of these blocks in memory is dropped.
final class RealFile implements DiskFile {
    private static final int MAX_READERS = 4;
    private static final int MAX_CHUNK_BYTES = 1 << 20;

    private final Path path;
    private final FileChannel channel;
    private final PastMemory pastMemory;
    private final Semaphore readers = new Semaphore(MAX_READERS);
    private final ConcurrentLinkedQueue<RandomAccessFile> idle = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    RealFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
        this.pastMemory = new PastMemory(path);
    }

    @Override
    public long size() throws IOException {
        return channel.size();
    }

    @Override
    public void read(ByteBuffer into, long position) throws IOException {
        readers.acquireUninterruptibly();
        try {
            if (closed) {
                throw new ClosedChannelException();
            }
            var known = idle.poll();
            var handle = known == null ? new RandomAccessFile(path.toFile(), "r") : known;
            try {
                read(handle, into, position);
            } catch (IOException | RuntimeException e) {
                handle.close();
                throw e;
            }
            idle.add(handle);
        } finally {
            readers.release();
        }
    }

    private static void read(RandomAccessFile handle, ByteBuffer into, long position) throws IOException {
        handle.seek(position);
        var chunk = new byte[Math.min(into.remaining(), MAX_CHUNK_BYTES)];
        while (into.hasRemaining()) {
            int bytes = Math.min(into.remaining(), chunk.length);
            handle.readFully(chunk, 0, bytes);
            into.put(chunk, 0, bytes);
        }
    }

    @Override
    public void write(ByteBuffer from, long position) throws IOException {
        long at = position + pastMemory.write(from, position);
        while (from.hasRemaining()) {
            at += channel.write(from, at);
        }
    }

    @Override
    public void truncate(long size) throws IOException {
        channel.truncate(size);
    }

    @Override
    public void flush() throws IOException {
        channel.force(false);
    }

    /// Waits for readers, so that none is cut off.
    @Override
    public void close() throws IOException {
        readers.acquireUninterruptibly(MAX_READERS);
        try {
            closed = true;
            pastMemory.close();
            channel.close();
            for (var handle = idle.poll(); handle != null; handle = idle.poll()) {
                handle.close();
            }
        } finally {
            readers.release(MAX_READERS);
        }
    }
}
