package dev.bailiwick.engine;

/// What was written to a partition.
///
/// @param commits in all its life: appends, trims and deletes
/// @param events since the store was opened
/// @param bytes of those events as the log holds them
public record PartitionWrites(int partition, long commits, long events, long bytes) {}
