package dev.bailiwick.engine;

import dev.bailiwick.placement.spi.CompactReader;
import dev.bailiwick.placement.spi.MalformedBytesException;
import java.util.ArrayList;
import java.util.List;

/// A frame with events of one aggregate.
///
/// @param firstVersion of its events of that aggregate
record FrameSpan(FrameLocation location, long firstVersion, int events) {
    /// What an entry of the index about an aggregate's events says, oldest first.
    static List<FrameSpan> listOf(byte[] key, byte[] value) {
        long version = IndexKeys.versionOf(key);
        var in = CompactReader.of(value);
        long segmentId = in.varint();
        var spans = new ArrayList<FrameSpan>();
        for (long left = in.varint(); left > 0; left--) {
            var location = FrameLocation.read(in, segmentId);
            int events = Math.toIntExact(in.varint());
            spans.add(new FrameSpan(location, version, events));
            version += events;
        }
        if (spans.isEmpty()) {
            throw new MalformedBytesException("an entry names no frame");
        }
        return spans;
    }

    long lastVersion() {
        return firstVersion + events - 1;
    }
}
