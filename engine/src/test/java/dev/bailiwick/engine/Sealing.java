package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.LongStream;

/// Opens stores that seal a segment every few changes, so that nearly everything is found through the sealed index.
final class Sealing {
    static final int PARTITIONS = 64;

    private static final long CACHE_BYTES = 8 << 20;
    /// A few frames: some are read from memory, over the ends of segments too, and most from files.
    static final int RECENT_BYTES = 1 << 10;
    private static final int CHANGE_BYTES = 136;

    private Sealing() {
    }

    /// Small stores of one shard.
    static EngineOptions options(Path directory) {
        return EngineOptions.at(directory).withShards(1).withPartitions(PARTITIONS)
                .withSegmentBytes(EngineOptions.MIN_SEGMENT_BYTES);
    }

    static Engine open(Disk disk, EngineOptions options, int changes) {
        return Engine.open(disk, options, shards -> shares(changes, options.partitions().orElseThrow()));
    }

    /// Memory for segments of at most this many changes, fewer if they touch many partitions, and for few heads.
    static MemoryShares shares(int changes, int partitions) {
        return new MemoryShares(CACHE_BYTES, 0,
                new SegmentIndex(1, partitions).bytes() + (long) changes * CHANGE_BYTES, RECENT_BYTES);
    }

    static Path shard(Path directory) {
        return directory.resolve("shard-0-0");
    }

    static Path index(Path directory) {
        return shard(directory).resolve(IndexDatabase.NAME);
    }

    static long segmentFiles(Path directory) throws IOException {
        try (var files = Files.list(shard(directory))) {
            return files.filter(file -> String.valueOf(file.getFileName()).startsWith("segment-")).count();
        }
    }

    /// Every segment in a closed shard's directory is named by the manifest, and no other is there.
    static void assertNoFileIsLeftOver(Path shard, String when) throws IOException {
        var disk = new RealDisk();
        var manifest = Manifest.read(disk, shard);
        var named = LongStream.concat(manifest.entries().stream().mapToLong(Manifest.Entry::segmentId),
                LongStream.of(manifest.announced()).filter(id -> id != 0));
        assertThat(disk.list(shard)).as(when)
                .filteredOn(file -> String.valueOf(file.getFileName()).startsWith("segment-"))
                .containsExactlyElementsOf(named.mapToObj(id -> Segment.pathOf(shard, id)).sorted().toList());
    }

    static void copy(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (var file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    static void delete(Path tree) throws IOException {
        if (Files.exists(tree)) {
            try (var files = Files.walk(tree)) {
                for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
