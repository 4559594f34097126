package dev.bailiwick.engine;

import java.nio.file.Path;

/// Where a shard's files are, and whose they are.
record ShardFiles(Disk disk, Path directory, LogIdentity identity, Routing routing) {}
