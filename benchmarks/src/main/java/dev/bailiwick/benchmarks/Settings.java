package dev.bailiwick.benchmarks;

/// What a run was asked to do.
///
/// @param memoryMegabytes the budget of a store
/// @param heapMegabytes the heap of a worker
record Settings(Scale scale, Sizes sizes, int shards, int memoryMegabytes, int heapMegabytes) {}
