package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What was to be written together lies on several shards. Nothing was written.
public final class CrossShardException extends PersistenceException {
    private static final long serialVersionUID = 1;
    private static final int SHOWN = 5;

    private final transient SortedMap<ShardIdentifier, List<String>> shards;

    CrossShardException(String what, Map<ShardIdentifier, List<String>> shards, String remedy) {
        super(PersistenceError.CROSS_SHARD, what + " lies on " + shards.size() + " shards ("
                + new TreeMap<>(shards).entrySet().stream().map(CrossShardException::shown)
                        .collect(Collectors.joining("; "))
                + "), and nothing was written. " + remedy);
        this.shards = Collections.unmodifiableSortedMap(new TreeMap<>(shards));
    }

    private static String shown(Map.Entry<ShardIdentifier, List<String>> entry) {
        var names = entry.getValue();
        return entry.getKey() + ": " + String.join(", ", names.subList(0, Math.min(SHOWN, names.size())))
                + (names.size() > SHOWN ? " and " + (names.size() - SHOWN) + " more" : "");
    }

    /// What lies on which shard, such as `Wallet:0190…`; shards that fall back to the default count as the default.
    public SortedMap<ShardIdentifier, List<String>> shards() {
        return shards;
    }
}
