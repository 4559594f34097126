package dev.bailiwick.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;

/// A file that was written with zeros and flushed beforehand, so that appending to it changes no metadata: the cheapest
/// durable write there is. At its end it begins again. Used by one thread.
final class ZeroedFile implements AutoCloseable {
    /// What an append of one 256-byte event writes, roughly.
    static final int EVENT_BYTES = 500;

    private static final int CHUNK_BYTES = 1 << 20;

    private final FileChannel channel;
    private final int bytes;
    private final ByteBuffer buffer;
    private int position;

    /// @param largestGroup the most events that are written at once
    ZeroedFile(Path path, int bytes, int largestGroup) throws IOException {
        this.bytes = bytes;
        this.channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        var zeros = ByteBuffer.allocateDirect(CHUNK_BYTES);
        for (int at = 0; at < bytes; at += CHUNK_BYTES) {
            writeFully(zeros.clear(), at);
        }
        channel.force(true);
        this.buffer = ByteBuffer.allocateDirect(largestGroup * EVENT_BYTES);
        var content = new byte[buffer.capacity()];
        new Random(2).nextBytes(content);
        buffer.put(content);
    }

    /// Appends so many events with one write and makes them durable.
    void append(int events) throws IOException {
        int length = events * EVENT_BYTES;
        if (position + length > bytes) {
            position = 0;
        }
        writeFully(buffer.clear().limit(length), position);
        channel.force(false);
        position += length;
    }

    private void writeFully(ByteBuffer content, int at) throws IOException {
        int offset = at;
        while (content.hasRemaining()) {
            offset += channel.write(content, offset);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
