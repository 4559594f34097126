package dev.bailiwick.store;

import dev.bailiwick.placement.AggregateKey;
import java.util.UUID;

/// Whose payloads to erase.
public record EraseRequest(AggregateScope scope) {
    public EraseRequest {
        if (scope instanceof AggregateScope.Everything) {
            throw new InvalidRequestException("erase scope", "it is an aggregate or an org, not everything");
        }
    }

    public static EraseRequest aggregate(AggregateKey key) {
        return new EraseRequest(new AggregateScope.Aggregate(key));
    }

    public static EraseRequest org(UUID orgId) {
        return new EraseRequest(new AggregateScope.Org(orgId));
    }
}
