package dev.bailiwick.engine;

/// How the memory of a store is divided.
///
/// @param cacheBytes for blocks of the sealed indexes, those of filters included; shared by all shards
/// @param headBytes for the heads that one shard used last
/// @param segmentBytes for what one segment may hold in memory before it is sealed
/// @param recentBytes for what one shard wrote to its log last
record MemoryShares(long cacheBytes, long headBytes, long segmentBytes, int recentBytes) {
    private static final int USUAL_FILE_BYTES = 64 << 20;
    private static final int CACHE_PERCENT = 30;
    private static final int HEAD_PERCENT = 35;
    private static final int SEGMENT_PERCENT = 30;
    private static final int RECENT_PERCENT = 4;
    private static final int MAX_RECENT_BYTES = 1 << 30;

    static MemoryShares of(long memoryBytes, int shards) {
        // The one that is written, and those that wait for the index.
        int segments = 1 + Indexer.MAX_WAITING;
        return new MemoryShares(memoryBytes * CACHE_PERCENT / 100, memoryBytes * HEAD_PERCENT / 100 / shards,
                memoryBytes * SEGMENT_PERCENT / 100 / shards / segments,
                (int) Math.min(MAX_RECENT_BYTES, memoryBytes * RECENT_PERCENT / 100 / shards));
    }

    /// The size of a segment's file: so that what it holds in memory fits into its share, when events are of usual size.
    int fileBytes() {
        long wanted = Long.highestOneBit(segmentBytes * 2);
        return Math.clamp(wanted, EngineOptions.MIN_SEGMENT_BYTES, USUAL_FILE_BYTES);
    }
}
