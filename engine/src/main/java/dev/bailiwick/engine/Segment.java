package dev.bailiwick.engine;

import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.spi.CompactReader;
import dev.bailiwick.placement.spi.CompactWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;

/// One file of a log: a header block, then frames, then zeros. Pre-written to its full size when it is created.
///
///     0     4  magic "BWSG"
///     4     2  format, 2; 1 is without the place of the last frame before it
///     6     16 store identity
///     22    1  group of the shard
///     23    1  member of the shard
///     24    8  segment id
///     32    8  log sequence of its first frame
///     40    8  place of the last frame of the segment before it, as in the manifest; 0 if it is not needed to find it
///     48    4  CRC32C of everything before it
///     4096     frames
///
/// Written by the shard's thread; read by anybody.
record Segment(Path path, DiskFile file, long id, long firstSequence, long bytes) implements AutoCloseable {
    static final int FRAMES_AT = 4_096;

    private static final int MAGIC = 0x42575347;
    private static final int FIRST_FORMAT = 1;
    private static final int FIRST_HEADER_BYTES = 44;
    private static final int FORMAT = 2;
    private static final int HEADER_BYTES = 52;
    private static final String ELSEWHERE = "this segment belongs to another store, shard or place in the log";

    static Path pathOf(Path directory, long id) {
        return directory.resolve(String.format("segment-%016x.log", id));
    }

    /// Makes a file of zeros, whose name is durable, a segment.
    ///
    /// @param footerBefore packed location of the last frame of the segment before it
    static Segment begin(Path path, DiskFile file, LogIdentity identity, Manifest.Entry entry, long footerBefore)
            throws IOException {
        file.write(headerBlock(identity, entry.segmentId(), entry.firstSequence(), footerBefore), 0);
        file.flush();
        return new Segment(path, file, entry.segmentId(), entry.firstSequence(), file.size());
    }

    /// What the header of a segment says of the log.
    record Beginning(long firstSequence, long footerBefore) {}

    /// What a segment says that the manifest announces; empty if it is not begun. Its header is durable before it gets frames. It
    /// may be begun at this moment, so the frames are looked for first.
    ///
    /// @throws CorruptLogException if there are frames and no header
    static Optional<Beginning> beginning(Disk disk, Path directory, long id) throws IOException {
        var path = pathOf(directory, id);
        try (var file = disk.open(path)) {
            boolean hasFrames = hasFrames(file);
            try {
                var header = header(path, file);
                if (header.id() != id) {
                    throw new CorruptLogException(path, 0, ELSEWHERE);
                }
                return Optional.of(new Beginning(header.firstSequence(), header.footerBefore()));
            } catch (CorruptLogException e) {
                if (hasFrames) {
                    throw e;
                }
                return Optional.empty();
            }
        }
    }

    /// Makes sure that a segment without a header never had frames, wherever they would be.
    static void checkEmpty(Disk disk, Path directory, long id) throws IOException {
        var path = pathOf(directory, id);
        var bytes = WholeFile.read(disk, path);
        for (int i = FRAMES_AT; i < bytes.length; i++) {
            if (bytes[i] != 0) {
                throw new CorruptLogException(path, 0, "the segment has lost its header");
            }
        }
    }

    /// Opens a segment that must be there and must be this log's.
    static Segment open(Disk disk, Path directory, LogIdentity identity, Manifest.Entry entry) throws IOException {
        var path = pathOf(directory, entry.segmentId());
        return opened(path, disk.open(path), identity, entry);
    }

    /// The same for a file under another name. Closes it if it is none.
    static Segment opened(Path path, DiskFile file, LogIdentity identity, Manifest.Entry entry) throws IOException {
        try {
            check(path, header(path, file), identity, entry);
            return new Segment(path, file, entry.segmentId(), entry.firstSequence(), file.size());
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /// What is before the frames.
    static ByteBuffer headerBlock(LogIdentity identity, long id, long firstSequence, long footerBefore) {
        return ByteBuffer.allocate(FRAMES_AT).put(headerBytes(identity, id, firstSequence, footerBefore)).clear();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private record Header(LogIdentity identity, long id, long firstSequence, long footerBefore) {}

    private static byte[] headerBytes(LogIdentity identity, long id, long firstSequence, long footerBefore) {
        return new CompactWriter().i32(MAGIC).u16(FORMAT).i64(identity.storeId().getMostSignificantBits())
                .i64(identity.storeId().getLeastSignificantBits()).u8(identity.shard().group())
                .u8(identity.shard().member())
                .i64(id).i64(firstSequence).i64(footerBefore).toSealedBytes();
    }

    private static Header header(Path path, DiskFile file) throws IOException {
        var bytes = ByteBuffer.allocate(HEADER_BYTES);
        file.read(bytes, 0);
        int format = Short.toUnsignedInt(bytes.getShort(Integer.BYTES));
        if (bytes.getInt(0) != MAGIC || format < FIRST_FORMAT || format > FORMAT) {
            throw new CorruptLogException(path, 0,
                    "this is not a segment of format " + FIRST_FORMAT + " or " + FORMAT);
        }
        try {
            var in = CompactReader
                    .of(Arrays.copyOf(bytes.array(), format == FORMAT ? HEADER_BYTES : FIRST_HEADER_BYTES))
                    .checkSeal();
            var _ = in.i32();
            var _ = in.u16();
            var storeId = new UUID(in.i64(), in.i64());
            var shard = ShardIdentifier.of(in.u8(), in.u8());
            return new Header(new LogIdentity(storeId, shard), in.i64(), in.i64(), format == FORMAT ? in.i64() : 0);
        } catch (IllegalArgumentException e) {
            throw new CorruptLogException(path, 0, "the segment's header is damaged");
        }
    }

    private static boolean hasFrames(DiskFile file) throws IOException {
        var first = ByteBuffer.allocate(Frames.HEADER_BYTES);
        file.read(first, FRAMES_AT);
        return !first.flip().equals(ByteBuffer.allocate(Frames.HEADER_BYTES));
    }

    private static void check(Path path, Header header, LogIdentity identity, Manifest.Entry entry)
            throws CorruptLogException {
        if (!header.identity().equals(identity) || header.id() != entry.segmentId()
                || header.firstSequence() != entry.firstSequence()) {
            throw new CorruptLogException(path, 0, ELSEWHERE);
        }
    }
}
