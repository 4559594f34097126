package dev.bailiwick.placement;

import java.util.Arrays;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Collectors;

/// Which part of the key decides where an aggregate lives, and so which aggregates can be written together. Fixed when a
/// store is created.
public enum RoutingRule {
    /// All aggregates of an org share a shard: invariants span the org, and its writes never run on two cores.
    ORG_ID,
    /// All aggregates of a type share a shard.
    AGGREGATE_TYPE_ID,
    /// Each aggregate lands where its own id says. The default: full parallelism, and atomic writes only between ids that
    /// were allocated to lie together.
    AGGREGATE_ID;

    public UUID routingId(AggregateKey key) {
        return switch (this) {
            case ORG_ID -> key.orgId();
            case AGGREGATE_TYPE_ID -> key.aggregateTypeId();
            case AGGREGATE_ID -> key.aggregateId();
        };
    }

    /// The spelling for command lines and configuration: `org_id`, `aggregate_type_id`, `aggregate_id`.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Reads a [#label], in any case and with dashes for underscores.
    public static RoutingRule parse(String text) {
        var wanted = text.replace('-', '_');
        return Arrays.stream(values()).filter(rule -> rule.name().equalsIgnoreCase(wanted)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "a routing rule is one of " + labels() + ", not '" + text + "'"));
    }

    private static String labels() {
        return Arrays.stream(values()).map(RoutingRule::label).collect(Collectors.joining(", "));
    }
}
