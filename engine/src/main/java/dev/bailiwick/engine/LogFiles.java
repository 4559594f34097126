package dev.bailiwick.engine;

import dev.bailiwick.placement.ShardIdentifier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The files of a shard's log, for somebody who only looks. They are found by their names, so that they are found also where the manifest
/// cannot be read. Stateless: each question looks anew.
///
/// @param directory of the shard
record LogFiles(Disk disk, Path directory, ShardIdentifier shard) {
    private static final Pattern DIRECTORY = Pattern.compile("shard-(\\d{1,3})-(\\d{1,2})");
    private static final Pattern SEGMENT = Pattern.compile("segment-([0-9a-f]{16})\\.log");

    /// Those of all shards in a store's directory, by shard.
    static List<LogFiles> in(Disk disk, Path storeDirectory) throws IOException {
        var found = new ArrayList<LogFiles>();
        for (var path : disk.list(storeDirectory)) {
            var match = DIRECTORY.matcher(String.valueOf(path.getFileName()));
            if (match.matches()) {
                found.add(new LogFiles(disk, path, ShardIdentifier.of(Integer.parseInt(match.group(1)),
                        Integer.parseInt(match.group(2)))));
            }
        }
        found.sort((left, right) -> left.shard().compareTo(right.shard()));
        return found;
    }

    /// What the manifest says, or why it says nothing.
    ///
    /// @param entries by segment, oldest first
    /// @param announced the segment that comes next; 0 if there is none
    record Listed(SequencedMap<Long, Manifest.Entry> entries, long announced, Optional<String> problem) {
        SegmentFacts.State state(long id) {
            var entry = entries.get(id);
            if (entry == null) {
                return id == announced ? SegmentFacts.State.NEXT : SegmentFacts.State.UNLISTED;
            }
            return entry.footer() == 0 ? SegmentFacts.State.ACTIVE : SegmentFacts.State.SEALED;
        }

        boolean isFinished(long id) {
            return state(id) == SegmentFacts.State.SEALED;
        }

        /// Which segments come behind this one in the log. That does not follow from their ids if one was written anew; but ids are all
        /// that tells of one that is not listed.
        LongPredicate behind(long other) {
            var later = entries.keySet().stream().dropWhile(id -> id != other).skip(1).collect(Collectors.toSet());
            boolean listed = entries.containsKey(other);
            return id -> (listed && entries.containsKey(id)) ? later.contains(id) : id > other;
        }
    }

    Listed listed() {
        try {
            var manifest = Manifest.read(disk, directory);
            var entries = new LinkedHashMap<Long, Manifest.Entry>();
            manifest.entries().forEach(entry -> entries.put(entry.segmentId(), entry));
            return new Listed(entries, manifest.announced(), Optional.empty());
        } catch (IOException e) {
            return new Listed(new LinkedHashMap<>(), 0,
                    Optional.of("the manifest of shard " + shard + " cannot be read: " + e.getMessage()));
        }
    }

    /// The ids of all segments, those in the manifest whose file is missing included.
    List<Long> ids(Listed listed) throws IOException {
        var ids = new TreeSet<>(listed.entries().keySet());
        for (var path : disk.list(directory)) {
            var match = SEGMENT.matcher(String.valueOf(path.getFileName()));
            if (match.matches()) {
                ids.add(Long.parseUnsignedLong(match.group(1), 16));
            }
        }
        return List.copyOf(ids);
    }

    Path path(long segmentId) {
        return Segment.pathOf(directory, segmentId);
    }
}
