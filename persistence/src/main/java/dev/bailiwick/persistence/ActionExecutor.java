package dev.bailiwick.persistence;

import java.security.Principal;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;

/// Executes actions: performs one outside of any transaction, then writes its plan, rows and events together, in one transaction on the shard where
/// all of it lies. Thread-safe; one for an application is enough.
public final class ActionExecutor {
    private final DatabaseRegistry databases;
    private final RepositoryRegistry repositories;
    private final Map<Class<?>, Action<?, ?>> actions;
    private final ExecutionConfiguration standard;
    private final Clock clock;
    private final LongConsumer pauseNs;
    private final PlanWriter writer;

    private ActionExecutor(Builder builder) {
        this.databases = builder.databases;
        this.repositories = builder.repositories;
        this.actions = Map.copyOf(builder.actions);
        this.standard = builder.standard;
        this.clock = builder.clock;
        this.pauseNs = builder.pauseNs;
        this.writer = new PlanWriter(databases);
    }

    public static Builder builder(DatabaseRegistry databases, RepositoryRegistry repositories) {
        return new Builder(databases, repositories);
    }

    public <P, R, A extends Action<P, R>> R execute(Principal principal, Class<A> action, P params) {
        return execute(principal, action, params, standard);
    }

    /// Performs an action and writes what it has staged. An action that stages nothing writes nothing, not even its own row.
    ///
    /// @throws CrossShardException where the plan lies on several shards and the configuration does not allow it
    /// @throws StaleRecordException where that was so as often as the configuration tries
    /// @throws PartialCommitException where some shards committed and others failed
    /// @throws CommitUnknownException where the line broke while the only shard committed
    public <P, R, A extends Action<P, R>> R execute(Principal principal, Class<A> action, P params,
            ExecutionConfiguration configuration) {
        refuseInside(action);
        var instance = action.cast(actions.get(action));
        if (instance == null) {
            throw new IllegalArgumentException(action.getName() + " is not known to this executor: add it to its"
                    + " builder, or annotate it with @BailiwickAction and use indexed()");
        }
        for (int attempt = 1;; attempt++) {
            try {
                return databases.retryingMoves(() -> attempt(principal, instance, params, configuration));
            } catch (PartialCommitException | CommitUnknownException e) {
                throw e;
            } catch (RuntimeException e) {
                var policy = configuration.retryAfter(e);
                if (attempt >= policy.maxAttempts() || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                pauseNs.accept(policy.delayAfter(attempt, RandomGenerator.getDefault()).toNanos());
            }
        }
    }

    /// Actions that crossed shards and were not finished.
    public UnfinishedActions unfinished() {
        return new UnfinishedActions(databases, repositories, actions.values(), clock, writer);
    }

    private <P, R> R attempt(Principal principal, Action<P, R> action, P params, ExecutionConfiguration configuration) {
        var plan = new ActionPlan(repositories, clock);
        var execution = new Execution(ActionRecord.nameOf(action.getClass()), plan, clock);
        R result = ScopedValue.where(Execution.CURRENT, execution).call(() -> action.perform(principal, params));
        var record = ActionRecord.of(action.getClass(), principal, params, databases.eventLog().payloads(),
                clock.instant());
        writer.write(record, plan.changes(), configuration.allowCrossShard());
        return plan.asWritten(result);
    }

    /// Each of the two would commit on its own, which the one who wrote the outer did not expect.
    private void refuseInside(Class<?> action) {
        if (Execution.CURRENT.isBound()) {
            throw new IllegalStateException(action.getSimpleName() + " was executed inside of "
                    + Execution.CURRENT.get().action()
                    + ": stage everything on one plan, or execute one after the other");
        }
        if (databases.isInTransaction()) {
            throw new IllegalStateException(
                    action.getSimpleName() + " was executed inside of a transaction, and an action"
                            + " commits by itself: execute it before or after");
        }
    }

    /// Belongs to one thread.
    public static final class Builder {
        private final DatabaseRegistry databases;
        private final RepositoryRegistry repositories;
        private final Map<Class<?>, Action<?, ?>> actions = new HashMap<>();
        private final List<Object> ingredients = new ArrayList<>();
        private ExecutionConfiguration standard = ExecutionConfiguration.standard();
        private Clock clock = Clock.systemUTC();
        private LongConsumer pauseNs = LockSupport::parkNanos;

        private Builder(DatabaseRegistry databases, RepositoryRegistry repositories) {
            this.databases = databases;
            this.repositories = repositories;
        }

        public Builder action(Action<?, ?> action) {
            if (actions.putIfAbsent(action.getClass(), action) != null) {
                throw new IllegalArgumentException("there is an action of " + action.getClass() + " already");
            }
            return this;
        }

        /// Something that constructors of indexed actions take, besides repositories and the registry of databases.
        public Builder with(Object... more) {
            ingredients.addAll(Arrays.asList(more));
            return this;
        }

        /// Makes an instance of each class that is annotated with [BailiwickAction], from the index that the compiler wrote, and that was not added by
        /// hand.
        public Builder indexed() {
            return indexed(GeneratedIndex.applicationLoader());
        }

        public Builder indexed(ClassLoader loader) {
            var available = new ArrayList<>(ingredients);
            available.add(databases);
            available.addAll(repositories.all());
            for (var type : GeneratedIndex.read("actions", Action.class, loader)) {
                if (!actions.containsKey(type)) {
                    action((Action<?, ?>) GeneratedIndex.make(type, available));
                }
            }
            return this;
        }

        /// For executions that do not say otherwise. To allow crossing shards here is for executors all of whose actions are made for it.
        public Builder defaultConfiguration(ExecutionConfiguration configuration) {
            this.standard = configuration;
            return this;
        }

        public Builder clock(Clock newClock) {
            this.clock = newClock;
            return this;
        }

        /// @param pause waits that many nanoseconds
        Builder pause(LongConsumer pause) {
            this.pauseNs = pause;
            return this;
        }

        public ActionExecutor build() {
            return new ActionExecutor(this);
        }
    }
}
