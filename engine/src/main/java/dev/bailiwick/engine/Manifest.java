package dev.bailiwick.engine;

import dev.bailiwick.placement.spi.CompactReader;
import dev.bailiwick.placement.spi.CompactWriter;
import dev.bailiwick.placement.spi.MalformedBytesException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The segments that count, oldest first; the last one is being written. Replaced as a whole, by rename, so that it is always
/// either the old one or the new one.
///
///     0   4  magic "BWMF"
///     4   2  format, 3; 1 and 2 can be read
///     6   n  number of segments varint, then for each varints: its id, the log sequence of its first frame, the
///          place of its last frame (offset / 8 * 2^24 + length / 8), 0 while it is being written,
///          the number of segments that it replaced, and their ids (from format 2 on)
///     ..  n  id of the segment that comes next varint, 0 if it is not made yet (from format 3 on)
///     ..  4  CRC32C of everything before it
///
/// @param announced the segment that comes next; 0 if it is not made yet
record Manifest(List<Entry> entries, long announced) {
    private static final int MAGIC = 0x42574D46;
    private static final int FIRST_FORMAT = 1;
    private static final int FORMAT_WITH_REPLACED = 2;
    private static final int FORMAT = 3;
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

    /// What counts now: if the segment that was announced is begun, it is the last one.
    static Manifest read(Disk disk, Path directory) throws IOException {
        var path = directory.resolve(NAME);
        var manifest = parse(path, WholeFile.read(disk, path));
        while (true) {
            try {
                return manifest.followed(disk, directory);
            } catch (NoSuchFileException e) {
                var since = parse(path, WholeFile.read(disk, path));
                if (since.equals(manifest)) {
                    throw e;
                }
                manifest = since; // another process has it open and replaced the segment meanwhile
            }
        }
    }

    private Manifest followed(Disk disk, Path directory) throws IOException {
        if (announced == 0) {
            return this;
        }
        return Segment.beginning(disk, directory, announced)
                .map(begun -> sealed(begun.footerBefore(), new Entry(announced, begun.firstSequence(), 0)))
                .orElse(this);
    }

    /// Returns when this is the manifest, whatever happens next.
    void write(Disk disk, Path directory) throws IOException {
        WholeFile.replace(disk, directory, NAME, toBytes());
    }

    Entry last() {
        return entries.getLast();
    }

    /// Names the segment that comes next; 0 for none.
    Manifest announcing(long segmentId) {
        return new Manifest(entries, segmentId);
    }

    /// Ends the last segment and adds the one that was announced.
    ///
    /// @param footer packed location of its last frame
    Manifest sealed(long footer, Entry next) {
        var extended = new ArrayList<>(entries);
        var ended = extended.removeLast();
        extended.add(new Entry(ended.segmentId(), ended.firstSequence(), footer));
        extended.add(next);
        return new Manifest(extended, 0);
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
        return new Manifest(changed, announced);
    }

    private Entry entry(long segmentId) {
        return entries.stream().filter(entry -> entry.segmentId() == segmentId).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no segment " + segmentId));
    }

    /// Of all that are named.
    long highestId() {
        return Math.max(announced, entries.stream().mapToLong(Entry::segmentId).max().orElse(0));
    }

    private byte[] toBytes() {
        var out = new CompactWriter().i32(MAGIC).u16(FORMAT).varint(entries.size());
        entries.forEach(entry -> {
            out.varint(entry.segmentId()).varint(entry.firstSequence()).varint(entry.footer());
            out.varint(entry.replaced().size());
            entry.replaced().forEach(out::varint);
        });
        return out.varint(announced).toSealedBytes();
    }

    private static Manifest parse(Path path, byte[] bytes) throws CorruptLogException {
        try {
            var in = CompactReader.of(bytes).checkSeal();
            int magic = in.i32();
            int format = in.u16();
            if (magic != MAGIC || format < FIRST_FORMAT || format > FORMAT) {
                throw new CorruptLogException(path, 0, "this is not a manifest of format " + FIRST_FORMAT + " to "
                        + FORMAT);
            }
            var entries = new ArrayList<Entry>();
            for (long left = in.varint(); left > 0; left--) {
                entries.add(new Entry(in.varint(), in.varint(), in.varint(),
                        format < FORMAT_WITH_REPLACED ? List.of() : replaced(in)));
            }
            long announced = format < FORMAT ? 0 : in.varint();
            in.checkEnd();
            if (entries.isEmpty()) {
                throw new CorruptLogException(path, 0, "the manifest names no segment");
            }
            return new Manifest(entries, announced);
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
