package dev.bailiwick.placement;

import java.util.UUID;

/// The address of one event stream: `org / type / id`. One key is the unit of order, of optimistic concurrency and of
/// addressing. An org is a hard isolation boundary: one request never spans two orgs.
///
/// Keys sort by their parts as unsigned 128-bit numbers, org first.
public record AggregateKey(UUID orgId, UUID aggregateTypeId, UUID aggregateId) implements Comparable<AggregateKey> {

    public static AggregateKey of(UUID orgId, UUID aggregateTypeId, UUID aggregateId) {
        return new AggregateKey(orgId, aggregateTypeId, aggregateId);
    }

    /// Small numbers as ids; none may be negative.
    public static AggregateKey of(long orgId, long aggregateTypeId, long aggregateId) {
        return new AggregateKey(Ids.of(orgId), Ids.of(aggregateTypeId), Ids.of(aggregateId));
    }

    /// Names as ids, always: `"1000"` here is the name, not the number. To read numbers and UUIDs from text, see [#parse].
    public static AggregateKey of(String org, String aggregateType, String aggregate) {
        return new AggregateKey(Ids.named(org), Ids.named(aggregateType), Ids.named(aggregate));
    }

    /// Reads `org/type/id`, each part a UUID, a number or a name without a slash.
    public static AggregateKey parse(String text) {
        var parts = text.split("/", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("an aggregate key is written org/type/id, not '" + text + "'");
        }
        return new AggregateKey(Ids.parse(parts[0]), Ids.parse(parts[1]), Ids.parse(parts[2]));
    }

    @Override
    public int compareTo(AggregateKey other) {
        int byOrg = Unsigned128.compare(orgId, other.orgId);
        if (byOrg != 0) {
            return byOrg;
        }
        int byType = Unsigned128.compare(aggregateTypeId, other.aggregateTypeId);
        return byType != 0 ? byType : Unsigned128.compare(aggregateId, other.aggregateId);
    }

    @Override
    public int hashCode() {
        return (orgId.hashCode() * 31 + aggregateTypeId.hashCode()) * 31 + aggregateId.hashCode();
    }

    @Override
    public String toString() {
        return orgId + "/" + aggregateTypeId + "/" + aggregateId;
    }
}
