package dev.bailiwick.testkit;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// Keys that lie where a test needs them, under whatever routing rule the store has.
final class Keys {
    static final UUID ORG = Ids.named("Acme");
    static final UUID TYPE = Ids.named("Orders");

    private final StoreSetup setup;

    Keys(StoreSetup setup) {
        this.setup = setup;
    }

    /// The `ordinal`-th key whose routing id is `routingId`; its org is [#ORG] unless the org is what routes.
    AggregateKey routedBy(long routingId, int ordinal) {
        var routing = Ids.of(routingId);
        var other = Ids.of(1_000_000L + ordinal);
        return switch (setup.routingRule()) {
            case ORG_ID -> new AggregateKey(routing, TYPE, other);
            case AGGREGATE_TYPE_ID -> new AggregateKey(ORG, routing, other);
            case AGGREGATE_ID -> new AggregateKey(ORG, Ids.of(1_000_000L + ordinal), routing);
        };
    }

    /// Any key.
    AggregateKey one() {
        return routedBy(7, 0);
    }

    /// Different keys of one org that can be written together.
    List<AggregateKey> together(int count) {
        var keys = new ArrayList<AggregateKey>();
        for (int i = 0; i < count; i++) {
            keys.add(routedBy(7, i));
        }
        return keys;
    }

    /// Different keys, spread over the partitions and, where the org does not route, of one org.
    List<AggregateKey> spread(int count) {
        var keys = new ArrayList<AggregateKey>();
        for (int i = 0; i < count; i++) {
            keys.add(routedBy(i, i));
        }
        return keys;
    }
}
