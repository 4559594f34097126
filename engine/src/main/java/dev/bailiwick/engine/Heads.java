package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateState;

/// How keys are spread over tables, and states are written as numbers.
final class Heads {
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private Heads() {
    }

    /// Never 0.
    static int hash(AggregateKey key) {
        long mixed = mix(key.aggregateId().getLeastSignificantBits());
        mixed = mix(mixed ^ key.aggregateId().getMostSignificantBits());
        mixed = mix(mixed ^ key.aggregateTypeId().getLeastSignificantBits()
                ^ key.aggregateTypeId().getMostSignificantBits());
        mixed = mix(mixed ^ key.orgId().getLeastSignificantBits() ^ key.orgId().getMostSignificantBits());
        int hash = (int) mixed;
        return hash == 0 ? 1 : hash;
    }

    private static long mix(long value) {
        long product = value * MULTIPLIER;
        return product ^ (product >>> 32);
    }

    static int code(AggregateState state) {
        return switch (state) {
            case LIVE -> 0;
            case DELETED_RECREATABLE -> 1;
            case DELETED -> 2;
        };
    }

    static AggregateState state(int code) {
        return switch (code) {
            case 0 -> AggregateState.LIVE;
            case 1 -> AggregateState.DELETED_RECREATABLE;
            case 2 -> AggregateState.DELETED;
            default -> throw new IllegalStateException("there is no state " + code);
        };
    }
}
