package dev.bailiwick.store;

import dev.bailiwick.placement.AggregateKey;
import java.util.UUID;

/// A set of aggregates that an operation is about.
public sealed interface AggregateScope {
    boolean contains(AggregateKey key);

    record Everything() implements AggregateScope {
        @Override
        public boolean contains(AggregateKey key) {
            return true;
        }
    }

    record Org(UUID orgId) implements AggregateScope {
        @Override
        public boolean contains(AggregateKey key) {
            return key.orgId().equals(orgId);
        }
    }

    record Aggregate(AggregateKey key) implements AggregateScope {
        @Override
        public boolean contains(AggregateKey other) {
            return key.equals(other);
        }
    }
}
