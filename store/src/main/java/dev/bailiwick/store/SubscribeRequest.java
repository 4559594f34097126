package dev.bailiwick.store;

import dev.bailiwick.placement.AggregateKey;
import java.util.UUID;

/// Where a subscription starts and what it delivers. Filters of different kinds must all match; of values of one kind, any.
///
/// @param batchCommits how many commits a batch has at the most
public record SubscribeRequest(FeedPosition from, FeedFilter filter, int batchCommits) {
    public SubscribeRequest {
        Limits.checkAtLeastOne("batch commits", batchCommits);
        Limits.check("batch commits", batchCommits, Limits.MAX_BATCH_COMMITS);
    }

    public static SubscribeRequest from(FeedPosition position) {
        return new SubscribeRequest(position, FeedFilter.EVERYTHING, Limits.DEFAULT_BATCH_COMMITS);
    }

    public SubscribeRequest org(UUID orgId) {
        return filter(filter.org(orgId));
    }

    public SubscribeRequest aggregateType(UUID aggregateTypeId) {
        return filter(filter.aggregateType(aggregateTypeId));
    }

    public SubscribeRequest aggregate(AggregateKey key) {
        return filter(filter.aggregate(key));
    }

    /// Only events of this type. Trims, deletes and erasures are then left out, since they have none.
    public SubscribeRequest eventType(String type) {
        return filter(filter.eventType(type));
    }

    public SubscribeRequest filter(FeedFilter replacement) {
        return new SubscribeRequest(from, replacement, batchCommits);
    }

    public SubscribeRequest batchCommits(int commits) {
        return new SubscribeRequest(from, filter, commits);
    }
}
