package dev.bailiwick.store;

import dev.bailiwick.placement.AggregateKey;
import java.util.UUID;
import java.util.function.Consumer;

/// What to verify.
///
/// @param progress told now and then how far the work is, and at the end, on a thread that does it; must be quick
public record VerifyRequest(AggregateScope scope, Consumer<Progress> progress) {

    /// Every aggregate, and every partition's digest.
    public static VerifyRequest everything() {
        return of(new AggregateScope.Everything());
    }

    public static VerifyRequest org(UUID orgId) {
        return of(new AggregateScope.Org(orgId));
    }

    public static VerifyRequest aggregate(AggregateKey key) {
        return of(new AggregateScope.Aggregate(key));
    }

    public VerifyRequest onProgress(Consumer<Progress> listener) {
        return new VerifyRequest(scope, listener);
    }

    private static VerifyRequest of(AggregateScope scope) {
        return new VerifyRequest(scope, ignored -> {});
    }

    /// How much has been checked so far.
    ///
    /// @param segments of the log that were held against the index, where a store does that
    public record Progress(long aggregates, long events, long segments) {
        public Progress(long aggregates, long events) {
            this(aggregates, events, 0);
        }
    }
}
