package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.security.Principal;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.exception.IntegrityConstraintViolationException;

/// Actions that cross shards and were not finished, since a shard failed or the process ended between two commits: what there are, and how to finish them.
///
/// What each of the other shards is to have is kept as an intent, which was committed with the first shard. A shard has an action's part if and only if it has the
/// action's row, whose id is a primary key: so a part is written once, whoever tries and however often, also while the process that began is still at it.
///
/// Thread-safe. Several processes may do this at the same time.
public final class UnfinishedActions {
    private static final int ATTEMPTS = 5;

    private final DatabaseRegistry databases;
    private final RepositoryRegistry repositories;
    private final Collection<Action<?, ?>> actions;
    private final Clock clock;
    private final PlanWriter writer;

    UnfinishedActions(DatabaseRegistry databases, RepositoryRegistry repositories, Collection<Action<?, ?>> actions,
            Clock clock, PlanWriter writer) {
        this.databases = databases;
        this.repositories = repositories;
        this.actions = actions;
        this.clock = clock;
        this.writer = writer;
    }

    /// All of them, the oldest first; those that are just being executed may be among them. Every shard is asked.
    ///
    /// @throws ShardUnavailableException where one does not answer; see [#listReachable]
    public List<UnfinishedAction> list() {
        var all = new ArrayList<UnfinishedAction>();
        for (var home : databases.databases()) {
            for (var intent : Intents.all(home.db(), home)) {
                all.add(described(home, intent));
            }
        }
        all.sort(Comparator.comparing(UnfinishedAction::started).thenComparing(UnfinishedAction::actionId));
        return all;
    }

    private UnfinishedAction described(ShardDatabase home, Intents.Intent intent) {
        return described(home, intent, (shard, question) -> question.getAsBoolean());
    }

    private UnfinishedAction described(ShardDatabase home, Intents.Intent intent, Asking asking) {
        var committed = new TreeSet<ShardIdentifier>(List.of(home.shard()));
        var missing = new TreeSet<ShardIdentifier>();
        for (var shard : ShardPart.shardsOf(intent.parts())) {
            var database = databases.registered(shard);
            (asking.isSo(shard, () -> isCommitted(database.db(), database, intent.action())) ? committed : missing)
                    .add(shard);
        }
        return described(intent, intent.isCompensating(), committed, missing);
    }

    /// A way to ask a shard.
    private interface Asking {
        boolean isSo(ShardIdentifier shard, BooleanSupplier question);
    }

    /// The same where shards are down: those that do not answer are named, and each is waited for once. What they have committed cannot be told, so they are among the missing ones of an action.
    public Gathered<UnfinishedAction> listReachable() {
        var answered = new TreeMap<ShardIdentifier, Duration>();
        var silent = new TreeMap<ShardIdentifier, String>();
        Asking asking = (shard, question) -> {
            long startNs = System.nanoTime();
            try {
                boolean isSo = !silent.containsKey(shard) && question.getAsBoolean();
                if (!silent.containsKey(shard)) {
                    answered.merge(shard, Duration.ofNanos(System.nanoTime() - startNs), Duration::plus);
                }
                return isSo;
            } catch (ShardUnavailableException e) {
                silent.put(shard, String.valueOf(e.getMessage()));
                return false;
            }
        };
        var intents = new LinkedHashMap<ShardDatabase, List<Intents.Intent>>();
        for (var home : databases.databases()) {
            asking.isSo(home.shard(), () -> {
                intents.put(home, Intents.all(home.db(), home));
                return true;
            });
        }
        var all = new ArrayList<UnfinishedAction>();
        intents.forEach((home, some) -> some.forEach(intent -> all.add(described(home, intent, asking))));
        all.sort(Comparator.comparing(UnfinishedAction::started).thenComparing(UnfinishedAction::actionId));
        return new Gathered<>(all, answered, silent);
    }

    private static UnfinishedAction described(Intents.Intent intent, boolean isCompensating,
            SortedSet<ShardIdentifier> committed, SortedSet<ShardIdentifier> missing) {
        var action = intent.action();
        return new UnfinishedAction(action.id(), action.name(), action.principal().getName(), action.params(),
                action.date(), isCompensating, committed, missing);
    }

    /// Writes what is missing, each shard in a transaction of its own, and forgets the intent when all have it. Nothing is written twice. Where it fails, it
    /// can be tried again.
    ///
    /// @return the shards that were missing; none where the action is finished or was never begun
    /// @throws StaleRecordException where a row was changed since: then only compensating is left
    public SortedSet<ShardIdentifier> resume(UUID actionId) {
        refuseInside();
        var completed = new TreeSet<ShardIdentifier>();
        var home = homeOf(actionId);
        if (home.isEmpty()) {
            return completed;
        }
        try (var first = Transaction.begin(home.get())) {
            var intent = Intents.locked(first, actionId);
            if (intent.isPresent()) {
                if (intent.get().isCompensating()) {
                    throw new IllegalStateException("somebody began to compensate action " + actionId
                            + ", so it cannot be completed: call compensate");
                }
                for (var part : ShardPart.read(intent.get().parts(), databases, repositories)) {
                    if (isWritten(part, intent.get().action())) {
                        completed.add(part.database().shard());
                    }
                }
                Intents.delete(first.db(), home.get(), actionId);
                first.commit();
            }
        }
        return completed;
    }

    /// Whether this call wrote it.
    private boolean isWritten(ShardPart part, ActionRecord action) {
        var database = part.database();
        try (var transaction = Transaction.begin(database)) {
            if (isCommitted(transaction.db(), database, action)) {
                return false;
            }
            part.writeTo(transaction, databases.eventLog(), action);
            transaction.commit();
            return true;
        } catch (CommitUnknownException e) {
            throw e;
        } catch (RuntimeException e) {
            if (isCommitted(database.db(), database, action)) { // by who began, and was still at it
                return false;
            }
            throw e;
        }
    }

    /// Lets the action make up for what is committed. From the moment this begins, the missing shards cannot commit the action any more and it cannot be resumed. Where
    /// it fails, it can be tried again.
    ///
    /// @throws IllegalArgumentException where the action is not [Compensable]
    public void compensate(UUID actionId) {
        refuseInside();
        var home = homeOf(actionId);
        if (home.isEmpty()) {
            return;
        }
        Intents.Intent intent;
        Action<?, ?> action;
        try (var first = Transaction.begin(home.get())) {
            var locked = Intents.locked(first, actionId);
            if (locked.isEmpty()) {
                return;
            }
            intent = locked.get();
            action = compensable(intent.action());
            Intents.setCompensating(first, actionId);
            first.commit();
        }
        var committed = new TreeSet<ShardIdentifier>(List.of(home.get().shard()));
        var missing = new TreeSet<ShardIdentifier>();
        for (var shard : ShardPart.shardsOf(intent.parts())) {
            (isFenced(databases.registered(shard), intent.action()) ? missing : committed).add(shard);
        }
        var unfinished = described(intent, true, committed, missing);
        for (int attempt = 1;; attempt++) {
            try {
                writeCompensation(home.get(), action, intent.action(), unfinished);
                return;
            } catch (StaleRecordException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private Action<?, ?> compensable(ActionRecord action) {
        var found = actions.stream().filter(each -> each.getClass().getName().equals(action.className())).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(action.className()
                        + " is not known to this executor, so it cannot be compensated here"));
        if (!(found instanceof Compensable)) {
            throw new IllegalArgumentException(action.name() + " has no compensation: let it implement Compensable, or"
                    + " resume it");
        }
        return found;
    }

    private void writeCompensation(ShardDatabase home, Action<?, ?> action, ActionRecord done,
            UnfinishedAction unfinished) {
        var events = new ArrayList<LoggedEvent>();
        for (var shard : unfinished.committed()) {
            var database = databases.registered(shard);
            events.addAll(database.db().select(EventColumns.ALL).from(events(database))
                    .where(EventColumns.ACTION_ID.eq(done.id())).and(EventColumns.MODEL_TYPE.isNotNull())
                    .orderBy(EventColumns.ENTRY_NO).fetch(EventColumns::event));
        }
        var plan = new ActionPlan(repositories, clock);
        Principal principal = done.principal();
        ScopedValue.where(Execution.CURRENT, new Execution(done.name(), plan, clock))
                .run(() -> ((Compensable) action).compensate(principal, unfinished, List.copyOf(events)));
        writer.writeCompensation(ActionRecord.compensation(done, clock.instant()), plan.changes(), home, done.id());
    }

    /// Whether the shard does not have the action and never will: a row stands where the action's would, so that a transaction that is still on its way cannot commit.
    private boolean isFenced(ShardDatabase database, ActionRecord action) {
        var type = rowType(database.db(), database, action);
        if (type.isEmpty()) {
            try {
                database.db().insertInto(events(database))
                        .columns(EventColumns.ID, EventColumns.ACTION_ID, EventColumns.TYPE, EventColumns.PRINCIPAL,
                                EventColumns.PAYLOAD, EventColumns.CREATED_DATE, EventColumns.FEED_POSITION)
                        .values(action.id(), action.id(), fence(action), action.principal().getName(),
                                action.params(), clock.instant(), 0L)
                        .execute();
                return true;
            } catch (IntegrityConstraintViolationException e) {
                type = rowType(database.db(), database, action);
            }
        }
        return type.equals(Optional.of(fence(action)));
    }

    private static String fence(ActionRecord action) {
        return action.name() + " compensated";
    }

    /// Actions that have to do with a shard and are missing on some shard.
    static List<String> namesOfUnfinished(DatabaseRegistry databases, ShardDatabase concerned) {
        var names = new ArrayList<String>();
        for (var home : databases.databases()) {
            for (var intent : Intents.all(home.db(), home)) {
                var shards = ShardPart.shardsOf(intent.parts());
                boolean isConcerned = home == concerned || shards.contains(concerned.shard());
                if (isConcerned && (intent.isCompensating() || shards.stream().map(databases::registered)
                        .anyMatch(other -> !isCommitted(other.db(), other, intent.action())))) {
                    names.add(intent.action().name() + " " + intent.action().id());
                }
            }
        }
        return names;
    }

    private static boolean isCommitted(DSLContext db, ShardDatabase database, ActionRecord action) {
        return rowType(db, database, action).equals(Optional.of(action.name()));
    }

    private static Optional<String> rowType(DSLContext db, ShardDatabase database, ActionRecord action) {
        return db.select(EventColumns.TYPE).from(events(database)).where(EventColumns.ID.eq(action.id()))
                .fetchOptional(EventColumns.TYPE);
    }

    private static Table<Record> events(ShardDatabase database) {
        return EventColumns.table(database.dialect());
    }

    private Optional<ShardDatabase> homeOf(UUID actionId) {
        ShardUnavailableException silent = null;
        for (var database : databases.databases()) {
            try {
                if (Intents.isThere(database, actionId)) {
                    return Optional.of(database);
                }
            } catch (ShardUnavailableException e) {
                silent = e;
            }
        }
        if (silent != null) { // it may be there
            throw silent;
        }
        return Optional.empty();
    }

    /// What one pass did.
    ///
    /// @param finished the actions that are finished now
    /// @param failed those that are not, and why
    /// @param silent the shards that did not answer, so that what began there is not known
    public record Pass(List<UUID> finished, Map<UUID, String> failed, SortedMap<ShardIdentifier, String> silent) {
        public Pass {
            finished = List.copyOf(finished);
            failed = Map.copyOf(failed);
            silent = Collections.unmodifiableSortedMap(new TreeMap<>(silent));
        }
    }

    /// Resumes all that began long enough ago, or compensates those that somebody began to compensate. One that fails does not keep the others from being finished, nor does a shard that is down.
    public Pass finish(Duration olderThan) {
        var before = clock.instant().minus(olderThan);
        var finished = new ArrayList<UUID>();
        var failed = new TreeMap<UUID, String>();
        var listed = listReachable();
        for (var action : listed.items()) {
            if (!action.started().isAfter(before)) {
                try {
                    if (action.isCompensating()) {
                        compensate(action.actionId());
                    } else {
                        resume(action.actionId());
                    }
                    finished.add(action.actionId());
                } catch (RuntimeException e) {
                    failed.put(action.actionId(), String.valueOf(e.getMessage()));
                }
            }
        }
        return new Pass(finished, failed, listed.missing());
    }

    /// Does that in the background until it is closed. What fails stays listed, and is tried again with the next pass.
    public BackgroundPass finishEvery(Duration every, Duration olderThan) {
        return BackgroundPass.start("finish actions", every, () -> finish(olderThan));
    }

    private void refuseInside() {
        if (Execution.CURRENT.isBound() || databases.isInTransaction()) {
            throw new IllegalStateException("actions are finished outside of actions and transactions");
        }
    }
}
