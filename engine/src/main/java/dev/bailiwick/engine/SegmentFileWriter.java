package dev.bailiwick.engine;

import dev.bailiwick.store.AggregateState;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/// Writes what a sealed segment holds as one sorted file, in the order of [IndexKeys]; but for its commands, for which there is
/// [CommandFileWriter].
///
///     A  anchor: hash (32 bytes)
///        head: version, first readable version, state (1 byte), time in ms, hash (32 bytes)
///        location: segment, count; then for each frame its place and how many of its events are the aggregate's
///     F  segment, count; then for each commit the place of its frame
///     K  state (1 byte)
///     P  without a segment: the id of the last one (8 bytes); with one: checksum of its last frame (4 bytes)
///     W  see [Watermark]
///
/// Numbers are varints, and a place is offset / 8 and length / 8. An entry of many frames is cut into several. So is one of frames
/// whose versions do not follow each other: a segment that was written anew while its aggregates were trimmed may lack some in between.
final class SegmentFileWriter {
    /// Frames in one entry.
    static final int MAX_FRAMES = 128;

    private static final int MAX_VALUE_BYTES = 32 + MAX_FRAMES * 3 * BodyWriter.MAX_VARINT_BYTES;
    private static final int KEY_PARTS = 6;

    private final SegmentIndex segment;
    private final Routing routing;
    private final Entries out;
    private final Pace pace;
    private final ByteBuffer key = ByteBuffer.allocateDirect(IndexKeys.MAX_BYTES);
    private final ByteBuffer value = ByteBuffer.allocateDirect(MAX_VALUE_BYTES);
    private final int[] chain = new int[MAX_FRAMES];
    private final LongUnaryOperator placeOf;
    /// Keys of entries that must go, ascending; all that are before the next entry go before it is written.
    private final ArrayDeque<byte[]> stale = new ArrayDeque<>();

    SegmentFileWriter(SegmentIndex segment, Routing routing, Entries out, Pace pace) {
        this(segment, LongUnaryOperator.identity(), routing, out, pace);
    }

    /// @param placeOf the packed location of a frame, for what the segment has instead of one
    SegmentFileWriter(SegmentIndex segment, LongUnaryOperator placeOf, Routing routing, Entries out, Pace pace) {
        this.segment = segment;
        this.placeOf = placeOf;
        this.routing = routing;
        this.out = out;
        this.pace = pace;
    }

    /// Who gets what is written.
    interface Entries {
        /// Takes an entry; the buffers are used again.
        void put(ByteBuffer key, ByteBuffer value) throws RocksDBException;

        /// Takes the key of an entry that must go.
        void delete(byte[] key) throws RocksDBException;
    }

    /// The entries of an index that lead to segments which are being replaced. All lists ascend.
    interface Stale {
        /// Those of an aggregate and one kind.
        ///
        /// @param withoutVersion what their keys have before their versions
        List<byte[]> ofStream(byte[] withoutVersion);

        List<byte[]> ofFeed(int partition, int epoch, long firstSequence, long lastSequence);
    }

    /// Everything, for a segment that the index does not have.
    void write(Watermark watermark) throws RocksDBException {
        writeAll(List.copyOf(segment.anchors()));
        writeWatermark(watermark);
    }

    /// The same for one that replaced others.
    void write(PackedIndex packed, Watermark watermark) throws RocksDBException {
        var anchors = new ArrayList<>(packed.anchors());
        anchors.addAll(segment.anchors());
        writeAll(anchors);
        writePacked(packed);
        writeWatermark(watermark);
    }

    /// What must be changed where an index has the segments that are replaced. Heads and listings stay: what they say is newer.
    void replace(PackedIndex packed, Stale old) throws RocksDBException {
        var anchors = sorted(packed.anchors());
        for (int record : sortedHeads()) {
            writeAnchors(anchors, record, old);
            beginStream(record);
            beginKey(IndexKeys.LOCATION);
            stale.addAll(old.ofStream(keyBytes()));
            writeLocations(record);
        }
        writeAnchors(anchors, old);
        writeFeeds(old);
        writePacked(packed);
    }

    private void writeAll(List<Decision.Anchor> someAnchors) throws RocksDBException {
        var heads = sortedHeads();
        var anchors = sorted(someAnchors);
        for (int record : heads) {
            writeAnchors(anchors, record, null);
            beginStream(record);
            writeHead(record);
            writeLocations(record);
        }
        writeAnchors(anchors, null);
        writeFeeds(null);
        writeCatalogue(heads);
    }

    private int[] sortedHeads() {
        var heads = segment.newestOfEach();
        IntSort.sortByPartition(heads, partitionsOf(heads), routing.partitionCount(), new KeyParts());
        return heads;
    }

    private void writeWatermark(Watermark watermark) throws RocksDBException {
        key.clear().put(IndexKeys.WATERMARK);
        value.clear().put(watermark.toBytes());
        put();
    }

    private void writePacked(PackedIndex packed) throws RocksDBException {
        key.clear().put(IndexKeys.PACKED);
        value.clear().putLong(packed.entry().segmentId());
        put();
        packed.entry().replaced().stream().sorted().map(IndexKeys::packed).forEach(stale::add);
        key.clear().put(IndexKeys.packed(packed.entry().segmentId()));
        value.clear().putInt(packed.footerChecksum());
        put();
    }

    private SortedMap<byte[], Decision.Anchor> sorted(List<Decision.Anchor> anchors) {
        var sorted = new TreeMap<byte[], Decision.Anchor>(Arrays::compareUnsigned);
        anchors.forEach(anchor -> {
            int partition = routing.partitionOf(anchor.key());
            sorted.put(IndexKeys.anchor(partition, routing.epochOf(partition), anchor.key(), anchor.version()), anchor);
        });
        return sorted;
    }

    /// Those that come before the head of a record; they leave the map.
    private void writeAnchors(SortedMap<byte[], Decision.Anchor> anchors, int record, @Nullable Stale old)
            throws RocksDBException {
        if (!anchors.isEmpty()) {
            beginStream(record);
            beginKey(IndexKeys.HEAD);
            var first = anchors.headMap(keyBytes());
            writeAnchors(first, old);
            first.clear();
        }
    }

    /// Of the anchors of an aggregate the last counts. A later one may come from a segment that was written anew before this.
    private void writeAnchors(SortedMap<byte[], Decision.Anchor> anchors, @Nullable Stale old)
            throws RocksDBException {
        for (var entry : anchors.entrySet()) {
            if (old != null) {
                old.ofStream(IndexKeys.withoutVersion(entry.getKey())).stream()
                        .filter(other -> Arrays.compareUnsigned(other, entry.getKey()) < 0).forEach(stale::add);
            }
            key.clear().put(entry.getKey());
            value.clear();
            BodyWriter.hash(value, entry.getValue().hash());
            put();
        }
    }

    private void writeFeeds(@Nullable Stale old) throws RocksDBException {
        for (int partition = 0; partition < segment.places().partitionCount(); partition++) {
            var list = segment.places().of(partition);
            if (old != null && list != null) {
                stale.addAll(old.ofFeed(partition, routing.epochOf(partition), list.firstSequence(),
                        list.firstSequence() + list.count() - 1));
            }
            for (int from = 0; list != null && from < list.count(); from += MAX_FRAMES) {
                int frames = Math.min(MAX_FRAMES, list.count() - from);
                key.clear();
                IndexKeys.feed(key, partition, routing.epochOf(partition), list.firstSequence() + from);
                beginPlaces();
                BodyWriter.varint(value, frames);
                for (int i = 0; i < frames; i++) {
                    place(list.packedLocation(list.firstSequence() + from + i));
                }
                put();
            }
        }
    }

    private void writeHead(int record) throws RocksDBException {
        var head = segment.head(record);
        beginKey(IndexKeys.HEAD);
        value.clear();
        HeadCodec.write(value, head);
        put();
    }

    private void writeCatalogue(int[] heads) throws RocksDBException {
        int listed = 0;
        var order = new int[heads.length];
        for (int record : heads) {
            if (hasListingChange(record)) {
                order[listed++] = record;
            }
        }
        IntSort.sort(order, 0, listed, new KeyParts());
        for (int i = 0; i < listed; i++) {
            key.clear().put(IndexKeys.CATALOGUE);
            aggregateKey(order[i]);
            value.clear().put((byte) segment.stateCode(order[i]));
            put();
        }
    }

    private boolean hasListingChange(int newest) {
        for (int record = newest; record != SegmentIndex.NONE; record = segment.prev(record)) {
            if (segment.changesListing(record)) {
                return true;
            }
        }
        return false;
    }

    /// Oldest first. The chain of records runs the other way, so it is walked once to count and once to collect.
    private void writeLocations(int newest) throws RocksDBException {
        int frames = 0;
        for (int record = newest; record != SegmentIndex.NONE; record = segment.prev(record)) {
            frames += segment.events(record) > 0 ? 1 : 0;
        }
        var records = frames > MAX_FRAMES ? new int[frames] : chain;
        collect(newest, records, frames);
        for (int from = 0; from < frames;) {
            int to = endOfEntry(records, from, frames);
            writeLocations(records, from, to);
            from = to;
        }
    }

    private int endOfEntry(int[] records, int from, int frames) {
        int to = from + 1;
        while (to < Math.min(frames, from + MAX_FRAMES)
                && segment.firstVersion(records[to]) == segment.version(records[to - 1]) + 1) {
            to++;
        }
        return to;
    }

    private void collect(int newest, int[] into, int frames) {
        int at = frames;
        for (int record = newest; record != SegmentIndex.NONE; record = segment.prev(record)) {
            if (segment.events(record) > 0) {
                into[--at] = record;
            }
        }
    }

    private void writeLocations(int[] records, int from, int to) throws RocksDBException {
        beginKey(IndexKeys.LOCATION);
        key.putLong(segment.firstVersion(records[from]));
        beginPlaces();
        BodyWriter.varint(value, to - from);
        for (int i = from; i < to; i++) {
            place(segment.packedLocation(records[i]));
            BodyWriter.varint(value, segment.events(records[i]));
        }
        put();
    }

    private void beginPlaces() {
        value.clear();
        BodyWriter.varint(value, segment.segmentId());
    }

    private void place(long packed) {
        FrameLocation.unpack(segment.segmentId(), placeOf.applyAsLong(packed)).write(value);
    }

    private void put() throws RocksDBException {
        if (!stale.isEmpty()) {
            deleteStaleBefore(keyBytes());
        }
        out.put(key.flip(), value.flip());
        pace.step();
    }

    private void deleteStaleBefore(byte[] next) throws RocksDBException {
        for (var first = stale.peek(); first != null; first = stale.peek()) {
            int order = Arrays.compareUnsigned(first, next);
            if (order > 0) {
                return;
            }
            if (order < 0) {
                out.delete(first);
            }
            stale.remove();
        }
    }

    /// The key as far as it is written.
    private byte[] keyBytes() {
        var bytes = new byte[key.position()];
        key.get(0, bytes);
        return bytes;
    }

    /// Lets keys of what there is about an aggregate follow, see [#beginKey].
    private void beginStream(int record) {
        int partition = routing.partitionOf(segment.key(record));
        key.clear();
        IndexKeys.stream(key, partition, routing.epochOf(partition));
        aggregateKey(record);
    }

    private void beginKey(byte kind) {
        key.clear().position(IndexKeys.STREAM_PREFIX_BYTES).put(kind);
    }

    private void aggregateKey(int record) {
        for (int part = 0; part < KEY_PARTS; part++) {
            key.putLong(segment.keyPart(record, part));
        }
    }

    private int[] partitionsOf(int[] records) {
        var partitions = new int[segment.count()];
        for (int record : records) {
            partitions[record] = routing.partitionOf(segment.key(record));
        }
        return partitions;
    }

    private final class KeyParts implements IntSort.Parts {
        @Override
        public int count() {
            return KEY_PARTS;
        }

        @Override
        public long part(int record, int part) {
            return segment.keyPart(record, part);
        }
    }

    /// Heads as they are in the sealed index.
    static final class HeadCodec {
        private HeadCodec() {
        }

        static void write(ByteBuffer out, Head head) {
            BodyWriter.varint(out, head.version());
            BodyWriter.varint(out, head.firstVersion());
            out.put((byte) Heads.code(head.state()));
            BodyWriter.varint(out, head.lastWriteMs());
            BodyWriter.hash(out, head.hash());
        }

        static Head read(dev.bailiwick.placement.spi.CompactReader in) {
            long version = in.varint();
            long firstVersion = in.varint();
            int stateCode = in.u8();
            if (stateCode > 2) {
                throw new dev.bailiwick.placement.spi.MalformedBytesException("there is no state " + stateCode);
            }
            AggregateState state = Heads.state(stateCode);
            long timeMs = in.varint();
            return new Head(version, firstVersion, state, dev.bailiwick.store.Hash256.of(in.bytes(32)), timeMs);
        }
    }
}
