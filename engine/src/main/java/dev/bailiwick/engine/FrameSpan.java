package dev.bailiwick.engine;

/// A frame with events of one aggregate.
///
/// @param firstVersion of its events of that aggregate
record FrameSpan(FrameLocation location, long firstVersion, int events) {
    long lastVersion() {
        return firstVersion + events - 1;
    }
}
