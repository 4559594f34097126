package dev.bailiwick.engine;

/// What a shard is made of, besides its log and its thread.
record ShardParts(ShardView view, ShardState state, ShardMemory memory, Loader loader, LogReader reader,
        ShardMeter meter) {}
