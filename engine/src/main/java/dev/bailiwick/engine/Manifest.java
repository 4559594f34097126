package dev.bailiwick.engine;

import dev.bailiwick.placement.spi.CompactReader;
import dev.bailiwick.placement.spi.CompactWriter;
import dev.bailiwick.placement.spi.MalformedBytesException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The segments that count, oldest first; the last one is being written. Replaced as a whole, by rename, so that it is always
/// either the old one or the new one.
///
///     0   4  magic "BWMF"
///     4   2  format, 1
///     6   n  number of segments varint, then for each varints: its id, the log sequence of its first frame, and the
///          place of its last frame (offset / 8 * 2^24 + length / 8), 0 while it is being written
///     ..  4  CRC32C of everything before it
record Manifest(List<Entry> entries) {
    private static final int MAGIC = 0x42574D46;
    private static final int FORMAT = 1;
    private static final String NAME = "manifest";

    Manifest {
        entries = List.copyOf(entries);
    }

    /// @param footer packed location of the frame that sealed it; 0 while it is being written
    record Entry(long segmentId, long firstSequence, long footer) {
        FrameLocation footerLocation() {
            return FrameLocation.unpack(segmentId, footer);
        }
    }

    static boolean isThere(Disk disk, Path directory) throws IOException {
        return disk.exists(directory.resolve(NAME));
    }

    static Manifest read(Disk disk, Path directory) throws IOException {
        var path = directory.resolve(NAME);
        return parse(path, WholeFile.read(disk, path));
    }

    /// Returns when this is the manifest, whatever happens next.
    void write(Disk disk, Path directory) throws IOException {
        WholeFile.replace(disk, directory, NAME, toBytes());
    }

    Entry last() {
        return entries.getLast();
    }

    /// Ends the last segment and adds one.
    Manifest sealed(FrameLocation footer, Entry next) {
        var extended = new ArrayList<>(entries);
        extended.add(new Entry(footer.segmentId(), extended.removeLast().firstSequence(), footer.packed()));
        extended.add(next);
        return new Manifest(extended);
    }

    private byte[] toBytes() {
        var out = new CompactWriter().i32(MAGIC).u16(FORMAT).varint(entries.size());
        entries.forEach(entry -> out.varint(entry.segmentId()).varint(entry.firstSequence()).varint(entry.footer()));
        return out.toSealedBytes();
    }

    private static Manifest parse(Path path, byte[] bytes) throws CorruptLogException {
        try {
            var in = CompactReader.of(bytes).checkSeal();
            if (in.i32() != MAGIC || in.u16() != FORMAT) {
                throw new CorruptLogException(path, 0, "this is not a manifest of format " + FORMAT);
            }
            var entries = new ArrayList<Entry>();
            for (long left = in.varint(); left > 0; left--) {
                entries.add(new Entry(in.varint(), in.varint(), in.varint()));
            }
            in.checkEnd();
            if (entries.isEmpty()) {
                throw new CorruptLogException(path, 0, "the manifest names no segment");
            }
            return new Manifest(entries);
        } catch (MalformedBytesException e) {
            throw new CorruptLogException(path, 0, "the manifest is damaged");
        }
    }
}
