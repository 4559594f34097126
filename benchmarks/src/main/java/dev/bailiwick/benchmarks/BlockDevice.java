package dev.bailiwick.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;

/// The disk, or part of one, that holds a directory.
///
/// @param name as in `/proc/diskstats`
record BlockDevice(String name) {
    private static final Pattern SPACES = Pattern.compile("\\s+");
    private static final int NAME_FIELD = 2;
    private static final int READS_FIELD = 3;

    /// The device of the mount that the directory lies on, if the kernel counts for it.
    static Optional<BlockDevice> of(Path directory) throws IOException {
        var path = directory.toRealPath();
        return Proc.lines("/proc/self/mountinfo").stream().map(line -> SPACES.split(line))
                .filter(fields -> fields.length > 4 && path.startsWith(Path.of(fields[4])))
                .max(Comparator.comparingInt(fields -> Path.of(fields[4]).getNameCount()))
                .flatMap(fields -> withNumber(fields[2]));
    }

    private static Optional<BlockDevice> withNumber(String majorAndMinor) {
        return Proc.lines("/proc/diskstats").stream().map(line -> SPACES.split(line.strip()))
                .filter(fields -> (fields[0] + ":" + fields[1]).equals(majorAndMinor))
                .map(fields -> new BlockDevice(fields[NAME_FIELD])).findFirst();
    }

    /// How many reads it has completed since the machine started.
    long completedReads() {
        return Proc.lines("/proc/diskstats").stream().map(line -> SPACES.split(line.strip()))
                .filter(fields -> fields[NAME_FIELD].equals(name))
                .mapToLong(fields -> Long.parseLong(fields[READS_FIELD]))
                .findFirst().orElseThrow(() -> new IllegalStateException(name + " is no longer in /proc/diskstats"));
    }
}
