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
///     4   2  format: 2 if one of the segments replaced others, else 1
///     6   n  number of segments varint, then for each varints: its id, the log sequence of its first frame, and the
///          place of its last frame (offset / 8 * 2^24 + length / 8), 0 while it is being written;
///          in format 2 also the number of segments that it replaced, and their ids
///     ..  4  CRC32C of everything before it
record Manifest(List<Entry> entries) {
    private static final int MAGIC = 0x42574D46;
    private static final int FORMAT = 1;
    private static final int FORMAT_WITH_REPLACED = 2;
    private static final String NAME = "manifest";

    Manifest {
        entries = List.copyOf(entries);
    }

    /// @param footer packed location of the frame that sealed it; 0 while it is being written
    /// @param replaced the segments that were written anew as this one; none if it was not made so
    record Entry(long segmentId, long firstSequence, long footer, List<Long> replaced) {
        Entry {
            replaced = List.copyOf(replaced);
        }

        Entry(long segmentId, long firstSequence, long footer) {
            this(segmentId, firstSequence, footer, List.of());
        }

        /// Whether its frames are in another order than they were written in.
        boolean isPacked() {
            return !replaced.isEmpty();
        }

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

    /// Puts one segment in the place of those that it replaces, which follow each other.
    Manifest packed(Entry packed) {
        var changed = new ArrayList<>(entries);
        int at = changed.indexOf(entry(packed.replaced().getFirst()));
        for (long id : packed.replaced()) {
            if (changed.remove(at).segmentId() != id) {
                throw new IllegalArgumentException("segment " + id + " is not in its place");
            }
        }
        changed.add(at, packed);
        return new Manifest(changed);
    }

    private Entry entry(long segmentId) {
        return entries.stream().filter(entry -> entry.segmentId() == segmentId).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no segment " + segmentId));
    }

    long highestId() {
        return entries.stream().mapToLong(Entry::segmentId).max().orElse(0);
    }

    private byte[] toBytes() {
        boolean packed = entries.stream().anyMatch(Entry::isPacked);
        var out = new CompactWriter().i32(MAGIC).u16(packed ? FORMAT_WITH_REPLACED : FORMAT).varint(entries.size());
        entries.forEach(entry -> {
            out.varint(entry.segmentId()).varint(entry.firstSequence()).varint(entry.footer());
            if (packed) {
                out.varint(entry.replaced().size());
                entry.replaced().forEach(out::varint);
            }
        });
        return out.toSealedBytes();
    }

    private static Manifest parse(Path path, byte[] bytes) throws CorruptLogException {
        try {
            var in = CompactReader.of(bytes).checkSeal();
            int magic = in.i32();
            int format = in.u16();
            if (magic != MAGIC || format < FORMAT || format > FORMAT_WITH_REPLACED) {
                throw new CorruptLogException(path, 0, "this is not a manifest of format " + FORMAT + " or "
                        + FORMAT_WITH_REPLACED);
            }
            var entries = new ArrayList<Entry>();
            for (long left = in.varint(); left > 0; left--) {
                entries.add(new Entry(in.varint(), in.varint(), in.varint(),
                        format == FORMAT ? List.of() : replaced(in)));
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

    private static List<Long> replaced(CompactReader in) {
        var ids = new ArrayList<Long>();
        for (long left = in.varint(); left > 0; left--) {
            ids.add(in.varint());
        }
        return ids;
    }
}
