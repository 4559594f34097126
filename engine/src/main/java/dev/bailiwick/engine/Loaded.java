package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What was found on disk for one piece of work.
///
/// @param generation of the shard's memory when the search began; in another generation what was found may be out of date
/// @param heads of the keys that were not in memory; empty for what never existed
/// @param command an earlier execution; never out of date
/// @param failure why the search failed
record Loaded(long generation, Map<AggregateKey, Optional<Head>> heads, Optional<Work.Remembered> command,
        Optional<RuntimeException> failure) {

    /// The head of a key; null for what never existed.
    @Nullable
    Head head(AggregateKey key) {
        return heads.getOrDefault(key, Optional.empty()).orElse(null);
    }

    static Loaded failed(RuntimeException failure) {
        return new Loaded(0, Map.of(), Optional.empty(), Optional.of(failure));
    }
}
