package dev.bailiwick.engine;

import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.spi.CompactReader;
import dev.bailiwick.placement.spi.CompactWriter;
import java.util.UUID;

/// How far a sealed index goes, and of what log. It is part of the file that it speaks of, so that it is true whenever the file
/// counts.
///
/// @param footerChecksum of the last frame of the segment. That frame holds the digests of all partitions, so another history
///        has another checksum
record Watermark(LogIdentity log, long segmentId, int footerChecksum) {
    private static final int FORMAT = 3;

    byte[] toBytes() {
        return new CompactWriter().u16(FORMAT).i64(log.storeId().getMostSignificantBits())
                .i64(log.storeId().getLeastSignificantBits()).u8(log.shard().group()).u8(log.shard().member())
                .i64(segmentId).i32(footerChecksum).toSealedBytes();
    }

    /// @throws dev.bailiwick.placement.spi.MalformedBytesException if it is none of this format
    static Watermark read(byte[] bytes) {
        var in = CompactReader.of(bytes).checkSeal();
        if (in.u16() != FORMAT) {
            throw new dev.bailiwick.placement.spi.MalformedBytesException("the index has another format");
        }
        var storeId = new UUID(in.i64(), in.i64());
        var shard = ShardIdentifier.of(in.u8(), in.u8());
        return new Watermark(new LogIdentity(storeId, shard), in.i64(), in.i32());
    }
}
