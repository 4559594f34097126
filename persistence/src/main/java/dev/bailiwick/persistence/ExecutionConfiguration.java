package dev.bailiwick.persistence;

import java.util.LinkedHashMap;
import java.util.Map;

/// How an action is executed. Immutable.
public final class ExecutionConfiguration {
    private final boolean allowCrossShard;
    private final Map<Class<? extends RuntimeException>, RetryPolicy> retries;

    private ExecutionConfiguration(Builder builder) {
        this.allowCrossShard = builder.allowCrossShard;
        this.retries = Map.copyOf(builder.retries);
    }

    /// Nothing crosses shards, and a stale record is tried again as [RetryPolicy#STANDARD] says.
    public static ExecutionConfiguration standard() {
        return Builder.executionConfiguration().build();
    }

    public boolean allowCrossShard() {
        return allowCrossShard;
    }

    /// How often and when an action is performed again after this failure; that of the closest class that was named.
    public RetryPolicy retryAfter(RuntimeException failure) {
        Class<?> type = failure.getClass();
        while (type != RuntimeException.class && type != null) {
            var policy = retries.get(type);
            if (policy != null) {
                return policy;
            }
            type = type.getSuperclass();
        }
        return retries.getOrDefault(RuntimeException.class, RetryPolicy.NEVER);
    }

    /// Belongs to one thread.
    public static final class Builder {
        private boolean allowCrossShard;
        private final Map<Class<? extends RuntimeException>, RetryPolicy> retries = new LinkedHashMap<>();

        private Builder() {
            retries.put(StaleRecordException.class, RetryPolicy.STANDARD);
        }

        public static Builder executionConfiguration() {
            return new Builder();
        }

        /// Lets a plan span shards. Each commits for itself, so that some may have committed when others fail.
        public Builder allowCrossShard(boolean allow) {
            this.allowCrossShard = allow;
            return this;
        }

        /// Performs the whole action again after such a failure, with a fresh plan. Failures after which something may have been committed
        /// cannot be named.
        public Builder retry(Class<? extends RuntimeException> failure, RetryPolicy policy) {
            if (failure == PartialCommitException.class || failure == CommitUnknownException.class) {
                throw new IllegalArgumentException("after a " + failure.getSimpleName()
                        + " something may have been committed, so the action is not performed again");
            }
            retries.put(failure, policy);
            return this;
        }

        public ExecutionConfiguration build() {
            return new ExecutionConfiguration(this);
        }
    }
}
