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
///     6   n  number of segments varint, then for each its id varint and the log sequence of its first frame varint
///     ..  4  CRC32C of everything before it
record Manifest(List<Entry> entries) {
    private static final int MAGIC = 0x42574D46;
    private static final int FORMAT = 1;
    private static final String NAME = "manifest";

    Manifest {
        entries = List.copyOf(entries);
    }

    record Entry(long segmentId, long firstSequence) {}

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

    Manifest with(Entry entry) {
        var extended = new ArrayList<>(entries);
        extended.add(entry);
        return new Manifest(extended);
    }

    private byte[] toBytes() {
        var out = new CompactWriter().i32(MAGIC).u16(FORMAT).varint(entries.size());
        entries.forEach(entry -> out.varint(entry.segmentId()).varint(entry.firstSequence()));
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
                entries.add(new Entry(in.varint(), in.varint()));
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
