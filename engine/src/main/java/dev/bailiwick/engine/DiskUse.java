package dev.bailiwick.engine;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/// What a shard has on disk.
///
/// @param segments how many files of the log
/// @param logBytes of these
/// @param indexBytes of the sealed index
record DiskUse(long segments, long logBytes, long indexBytes) {

    /// What is deleted meanwhile may be counted or not.
    static DiskUse of(Path shardDirectory) {
        var index = shardDirectory.resolve(IndexDatabase.NAME);
        var counting = new Counting(index);
        try {
            Files.walkFileTree(shardDirectory, counting);
        } catch (IOException e) {
            // what was counted until then
        }
        return counting.use;
    }

    private static final class Counting extends SimpleFileVisitor<Path> {
        private final Path index;
        private DiskUse use = new DiskUse(0, 0, 0);

        Counting(Path index) {
            this.index = index;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.startsWith(index)) {
                use = new DiskUse(use.segments, use.logBytes, use.indexBytes + attributes.size());
            } else if (String.valueOf(file.getFileName()).startsWith("segment-")) {
                use = new DiskUse(use.segments + 1, use.logBytes + attributes.size(), use.indexBytes);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException gone) {
            return FileVisitResult.CONTINUE;
        }
    }
}
