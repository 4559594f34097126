package dev.bailiwick.engine;

import dev.bailiwick.placement.spi.CompactReader;
import dev.bailiwick.placement.spi.CompactWriter;
import dev.bailiwick.placement.spi.MalformedBytesException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.UUID;

/// One file of a log: a header block, then frames, then zeros. Pre-written to its full size when it is created.
///
///     0     4  magic "BWSG"
///     4     2  format, 1
///     6     16 store identity
///     22    1  group of the shard
///     23    1  member of the shard
///     24    8  segment id
///     32    8  log sequence of its first frame
///     40    4  CRC32C of everything before it
///     4096     frames
///
/// Written by the shard's thread; read by anybody.
record Segment(Path path, DiskFile file, long id, long firstSequence, long bytes) implements AutoCloseable {
    static final int FRAMES_AT = 4_096;

    private static final int MAGIC = 0x42575347;
    private static final int FORMAT = 1;
    private static final int HEADER_BYTES = 44;

    static Path pathOf(Path directory, long id) {
        return directory.resolve(String.format("segment-%016x.log", id));
    }

    /// Makes a file of zeros a segment, which is durable with its name.
    static Segment begin(Disk disk, SpareSegment.Spare spare, Path directory, LogIdentity identity,
            Manifest.Entry entry) throws IOException {
        spare.file().write(headerBlock(identity, entry.segmentId(), entry.firstSequence()), 0);
        spare.file().flush();
        var path = pathOf(directory, entry.segmentId());
        if (!path.equals(spare.path())) {
            disk.rename(spare.path(), path);
        }
        disk.syncDirectory(directory);
        return new Segment(path, spare.file(), entry.segmentId(), entry.firstSequence(), spare.file().size());
    }

    /// Opens a segment that must be there and must be this log's.
    static Segment open(Disk disk, Path directory, LogIdentity identity, Manifest.Entry entry) throws IOException {
        var path = pathOf(directory, entry.segmentId());
        return opened(path, disk.open(path), identity, entry);
    }

    /// The same for a file under another name. Closes it if it is none.
    static Segment opened(Path path, DiskFile file, LogIdentity identity, Manifest.Entry entry) throws IOException {
        try {
            var header = ByteBuffer.allocate(HEADER_BYTES);
            file.read(header, 0);
            check(path, header.array(), identity, entry);
            return new Segment(path, file, entry.segmentId(), entry.firstSequence(), file.size());
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /// What is before the frames.
    static ByteBuffer headerBlock(LogIdentity identity, long id, long firstSequence) {
        return ByteBuffer.allocate(FRAMES_AT).put(header(identity, id, firstSequence)).clear();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private static byte[] header(LogIdentity identity, long id, long firstSequence) {
        return new CompactWriter().i32(MAGIC).u16(FORMAT).i64(identity.storeId().getMostSignificantBits())
                .i64(identity.storeId().getLeastSignificantBits()).u8(identity.shard().group())
                .u8(identity.shard().member())
                .i64(id).i64(firstSequence).toSealedBytes();
    }

    private static void check(Path path, byte[] header, LogIdentity identity, Manifest.Entry entry)
            throws CorruptLogException {
        try {
            var in = CompactReader.of(header).checkSeal();
            int magic = in.i32();
            int format = in.u16();
            if (magic != MAGIC || format != FORMAT) {
                throw new CorruptLogException(path, 0, "this is not a segment of format " + FORMAT);
            }
            var storeId = new UUID(in.i64(), in.i64());
            boolean same = storeId.equals(identity.storeId()) && in.u8() == identity.shard().group()
                    && in.u8() == identity.shard().member() && in.i64() == entry.segmentId()
                    && in.i64() == entry.firstSequence();
            if (!same) {
                throw new CorruptLogException(path, 0,
                        "this segment belongs to another store, shard or place in the log");
            }
        } catch (MalformedBytesException e) {
            throw new CorruptLogException(path, 0, "the segment's header is damaged");
        }
    }
}
