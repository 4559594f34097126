package dev.bailiwick.engine;

import java.util.Arrays;

/// A list of locations that one thread extends and others read. A reader may ask for what it knows to be there from a volatile
/// that was written after [#add].
final class Growing {
    private volatile FrameLocation[] locations = new FrameLocation[4];
    private int count;

    void add(FrameLocation location) {
        if (count == locations.length) {
            locations = Arrays.copyOf(locations, count * 2);
        }
        locations[count++] = location;
    }

    /// @param place 1 is the first
    FrameLocation get(long place) {
        return locations[Math.toIntExact(place - 1)];
    }
}
