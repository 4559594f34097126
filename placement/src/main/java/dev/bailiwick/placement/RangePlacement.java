package dev.bailiwick.placement;

import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// Places a key by the range it falls into: locality and ordered scans, at the price of hot ranges. Ranges touch, so each is
/// given by where it begins; the last one is closed by [Builder#end] or goes on for ever.
public final class RangePlacement<K extends Comparable<? super K>> implements Placement<K> {
    private final NavigableMap<K, Optional<ShardIdentifier>> starts;

    private RangePlacement(NavigableMap<K, Optional<ShardIdentifier>> starts) {
        this.starts = starts;
    }

    public static <K extends Comparable<? super K>> Builder<K> builder() {
        return new Builder<>();
    }

    /// Empty below the first range and from the end of the last.
    @Override
    public Optional<ShardIdentifier> place(K key) {
        var range = starts.floorEntry(key);
        return range == null ? Optional.empty() : range.getValue();
    }

    /// Collects ranges in any order.
    public static final class Builder<K extends Comparable<? super K>> {
        private final NavigableMap<K, Optional<ShardIdentifier>> starts = new TreeMap<>();

        private Builder() {
        }

        /// From `start`, inclusive, to where the next range begins.
        public Builder<K> from(K start, ShardIdentifier shard) {
            return put(start, Optional.of(shard));
        }

        /// Keys from `end` on have no place, until a later range begins.
        public Builder<K> end(K end) {
            return put(end, Optional.empty());
        }

        public RangePlacement<K> build() {
            if (starts.values().stream().allMatch(Optional::isEmpty)) {
                throw new IllegalArgumentException("a range placement has at least one range");
            }
            return new RangePlacement<>(Collections.unmodifiableNavigableMap(new TreeMap<>(starts)));
        }

        private Builder<K> put(K start, Optional<ShardIdentifier> shard) {
            if (starts.putIfAbsent(start, shard) != null) {
                throw new IllegalArgumentException("two ranges begin at " + start);
            }
            return this;
        }
    }
}
