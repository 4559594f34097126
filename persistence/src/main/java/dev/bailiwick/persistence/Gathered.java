package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// What several shards have answered together.
///
/// @param items in the order of the shards, and within a shard in the order of its answer
/// @param answered how long each of those took that did
/// @param missing those that did not, and why; empty unless a partial result was asked for
public record Gathered<T>(List<T> items, SortedMap<ShardIdentifier, Duration> answered,
        SortedMap<ShardIdentifier, String> missing) {
    public Gathered {
        items = List.copyOf(items);
        answered = Collections.unmodifiableSortedMap(new TreeMap<>(answered));
        missing = Collections.unmodifiableSortedMap(new TreeMap<>(missing));
    }

    public boolean isComplete() {
        return missing.isEmpty();
    }
}
