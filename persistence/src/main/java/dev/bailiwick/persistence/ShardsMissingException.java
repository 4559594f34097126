package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A question went to several shards, and some of them failed or were late.
public final class ShardsMissingException extends PersistenceException {
    private static final long serialVersionUID = 1;

    private final transient SortedMap<ShardIdentifier, String> missing;

    ShardsMissingException(int asked, SortedMap<ShardIdentifier, String> missing, @Nullable Throwable cause) {
        super(PersistenceError.SHARDS_MISSING, missing.size() + " of " + asked + " shards did not answer: "
                + missing.entrySet().stream().map(entry -> entry.getKey() + " " + entry.getValue())
                        .collect(Collectors.joining("; "))
                + ". Ask again, or ask with GatherOptions.allowPartial() for what is there", cause);
        this.missing = Collections.unmodifiableSortedMap(new TreeMap<>(missing));
    }

    /// Which, and why.
    public SortedMap<ShardIdentifier, String> missing() {
        return missing;
    }
}
