package dev.bailiwick.engine;

import java.nio.ByteBuffer;

/// One entry of a shard's log, as it was read.
///
/// @param sequence its place in the shard's log: 1, 2, 3 without gaps
/// @param durableUpTo up to which entry the log was known to be durable when this one was written
/// @param term who was allowed to write it; 0 while a log has one writer for ever
/// @param timeMs the log's time, never earlier than that of the entry before
/// @param body what it says
record Frame(FrameLocation location, int checksum, byte kind, long sequence, long durableUpTo, int term, long timeMs,
        ByteBuffer body) {}
