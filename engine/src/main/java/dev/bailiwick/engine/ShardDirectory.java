package dev.bailiwick.engine;

import java.nio.file.Path;

/// Where a shard's files are, and whose they are.
///
/// @param path of the directory
record ShardDirectory(Disk disk, Path path, LogIdentity identity, Routing routing) {}
