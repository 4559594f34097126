package dev.bailiwick.engine;

/// Where a frame is in its log.
record FrameLocation(long segmentId, long offset, int bytes) {
    long end() {
        return offset + bytes;
    }
}
