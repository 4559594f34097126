package dev.bailiwick.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Writes to a file past the machine's memory, where the file system lets us. That takes whole blocks, in the file and in the buffer. Whether it
/// can be done shows at the first write of a file.
///
/// Belongs to the thread that writes.
final class PastMemory implements AutoCloseable {
    private static final Optional<OpenOption> OPTION = option();
    private static final int MAX_BLOCK_BYTES = 1 << 20;

    private final Path path;
    private @Nullable FileChannel channel;
    private int block;
    private boolean tried;
    private boolean proven;

    PastMemory(Path path) {
        this.path = path;
    }

    /// Whether files beside this one can be written and read past the machine's memory. Reads a little of it.
    static boolean isPossible(Path file) {
        if (OPTION.isEmpty()) {
            return false;
        }
        try (var channel = FileChannel.open(file, StandardOpenOption.READ, OPTION.get())) {
            int block = blockBytesOf(file);
            if (block == 0) {
                return false;
            }
            channel.read(ByteBuffer.allocateDirect(2 * block).alignedSlice(block).limit(block), 0);
            return true;
        } catch (UnsupportedOperationException | IllegalArgumentException | IOException e) {
            return false;
        }
    }

    /// Writes as much of the buffer as can be written so, and returns how much that was: all or nothing, as a rule. What is written is
    /// durable after a flush of the file, through any channel.
    long write(ByteBuffer from, long position) throws IOException {
        if (!from.isDirect() || !from.hasRemaining() || !open() || !isWhole(from, position)) {
            return 0;
        }
        return proven ? writeWhole(from, position) : tryToWrite(from, position);
    }

    /// The size of the blocks, at most a mebibyte; 0 if nothing can be written so.
    int blockBytes() {
        return open() ? block : 0;
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
            channel = null;
        }
    }

    /// A file system may have let us open the file and refuse to write.
    private long tryToWrite(ByteBuffer from, long position) throws IOException {
        int begin = from.position();
        try {
            long written = writeWhole(from, position);
            proven = true;
            return written;
        } catch (IOException e) {
            close();
            from.position(begin);
            return 0;
        }
    }

    private long writeWhole(ByteBuffer from, long position) throws IOException {
        var open = java.util.Objects.requireNonNull(channel);
        long at = position;
        while (from.hasRemaining() && isWhole(from, at)) {
            at += open.write(from, at);
        }
        return at - position;
    }

    private boolean isWhole(ByteBuffer from, long position) {
        return position % block == 0 && from.remaining() % block == 0
                && from.alignmentOffset(from.position(), block) == 0;
    }

    private boolean open() {
        if (!tried) {
            tried = true;
            try {
                channel = opened();
            } catch (UnsupportedOperationException | IllegalArgumentException | IOException e) {
                // It is written through the memory.
            }
        }
        return channel != null;
    }

    private @Nullable FileChannel opened() throws IOException {
        block = blockBytesOf(path);
        return OPTION.isEmpty() || block == 0
                ? null
                : FileChannel.open(path, StandardOpenOption.WRITE, OPTION.get());
    }

    private static int blockBytesOf(Path file) throws IOException {
        long bytes = Files.getFileStore(file).getBlockSize();
        return bytes > MAX_BLOCK_BYTES || Long.bitCount(bytes) != 1 ? 0 : (int) bytes;
    }

    /// The JDK's `ExtendedOpenOption.DIRECT`, which the compiler may not see and a JDK may lack.
    private static Optional<OpenOption> option() {
        try {
            return Stream.of(Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants())
                    .filter(option -> option.toString().equals("DIRECT")).map(OpenOption.class::cast).findFirst();
        } catch (ReflectiveOperationException e) {
            return Optional.empty();
        }
    }
}
