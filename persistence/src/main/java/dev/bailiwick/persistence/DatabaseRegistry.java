package dev.bailiwick.persistence;

import dev.bailiwick.placement.RegisteredShards;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.UnregisteredShardException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jooq.DSLContext;

/// All databases of an application: one for each shard, with a pool for each and another for its replica.
///
/// A transaction is opened on one shard and belongs to the thread that opened it; everything that the thread asks of that shard
/// meanwhile joins it. Thread-safe. Closing it closes the pools.
public final class DatabaseRegistry implements AutoCloseable {
    private final ShardingConfig config;
    private final RegisteredShards registered;
    private final SortedMap<ShardIdentifier, ShardDatabase> databases;
    private final ShardDatabase defaultDatabase;
    private final ShardMap map;
    private final EventLog eventLog;
    private final ScopedValue<Transaction> current = ScopedValue.newInstance();

    private DatabaseRegistry(ShardingConfig config, SortedMap<ShardIdentifier, ShardDatabase> databases,
            EventLog eventLog) {
        this.eventLog = eventLog;
        this.config = config;
        this.databases = Collections.unmodifiableSortedMap(databases);
        var shards = RegisteredShards.of(databases.keySet(), config.defaultShard());
        this.registered = config.strict() ? shards.strict() : shards;
        this.defaultDatabase = registered(config.defaultShard());
        this.map = new ShardMap(this, this.databases, registered, defaultDatabase);
    }

    /// Opens a pool for each database; see [ShardingConfig#load]. It does not wait for databases: one that is down makes calls to its own shard
    /// fail, and is used as soon as it is there.
    ///
    /// @throws InvalidShardingConfigException before any pool is opened, for example where a driver is missing
    public static DatabaseRegistry fromConfig(ShardingConfig config) {
        return fromConfig(config, new JsonPayloads());
    }

    /// The same with another way to write events and the parameters of actions as text.
    public static DatabaseRegistry fromConfig(ShardingConfig config, PayloadWriter payloads) {
        return open(config, payloads, PoolFactory::hikari);
    }

    /// The same with a rule of your own for the orgs of events.
    public static DatabaseRegistry fromConfig(ShardingConfig config, PayloadWriter payloads, OrgRule orgs) {
        return open(config, new EventLog(payloads, orgs), PoolFactory::hikari);
    }

    static DatabaseRegistry open(ShardingConfig config, PayloadWriter payloads, PoolFactory pools) {
        return open(config, new EventLog(payloads, OrgRule.standard()), pools);
    }

    private static DatabaseRegistry open(ShardingConfig config, EventLog eventLog, PoolFactory pools) {
        Drivers.check(config);
        var databases = new TreeMap<ShardIdentifier, ShardDatabase>();
        try {
            config.shards().forEach((shard, member) -> databases.put(shard, new ShardDatabase(shard, member, pools)));
            return new DatabaseRegistry(config, databases, eventLog);
        } catch (RuntimeException e) {
            closeAll(databases.values()).forEach(e::addSuppressed);
            throw e;
        }
    }

    /// Makes the tables of the framework in every database, in parallel. What is there already is left as it is.
    ///
    /// @throws MigrationFailedException where any shard failed; the others are done
    public MigrationReport migrate() {
        return migrate(List.of());
    }

    /// The same, and then your own scripts, from locations of Flyway such as `classpath:db/migration`. `{database}` in a location stands for
    /// postgresql, mariadb or h2.
    public MigrationReport migrate(List<String> locations) {
        return new Migration(databases.values(), locations).run();
    }

    public ShardIdentifier defaultShard() {
        return registered.defaultShard();
    }

    /// The registered shards in their order, which is that of group and member and the same everywhere.
    public Collection<ShardIdentifier> shards() {
        return databases.keySet();
    }

    /// How a shard was configured.
    public Optional<ShardMemberConfig> configOf(ShardIdentifier shard) {
        return Optional.ofNullable(config.shards().get(shard));
    }

    /// The shard whose database serves `shard`: itself, or the default where it is not registered or where its rows are still in the default because it
    /// was registered later, or the one to which it was moved. Each time that an unregistered one falls back is counted, and the first is logged.
    ///
    /// @throws UnregisteredShardException in strict mode, where it is not registered
    public ShardIdentifier effectiveShard(ShardIdentifier shard) {
        return serving(shard, false).shard();
    }

    /// How often each unregistered shard fell back to the default.
    public SortedMap<ShardIdentifier, Long> fallbacks() {
        return map.fallbacks();
    }

    /// Moves of shards from one database to another.
    ///
    /// @param repositories those of all rows that there are; what has none here is not moved
    public ShardMoves moves(RepositoryRegistry repositories) {
        return new ShardMoves(this, repositories);
    }

    /// Says that the rows of a shard that was registered after it had fallen back were moved into its own database by hand, while nobody used them. See
    /// [#moves] for how to let them be moved.
    public void settle(ShardIdentifier shard) {
        map.settle(registered(shard));
    }

    /// The events of a shard after a position of its feed, in order; those that follow have later positions, whenever they commit. Each has its own, so go
    /// on after the last. The primary is asked, which notes new positions on the way.
    ///
    /// @param position 0 for the beginning
    /// @param maxCount 1 to 10,000
    /// @return fewer than `maxCount` where there are no more yet
    public List<LoggedEvent> eventsAfter(ShardIdentifier shard, long position, int maxCount) {
        return new EventFeed(registered(shard)).after(position, maxCount);
    }

    /// Runs `work` in a transaction on the default shard.
    public <T, X extends Throwable> T inTransaction(ScopedValue.CallableOp<? extends T, X> work) throws X {
        return inTransaction(defaultShard(), work);
    }

    /// Runs `work` in a transaction on a shard, commits if it returns, and rolls back if it throws. Where one is open on that shard already, `work`
    /// is a part of it; then what it throws rolls back the whole, even if it is caught on the way.
    ///
    /// @throws CrossShardException where a transaction is open on another shard
    /// @throws CommitUnknownException where the line broke while the database committed
    public <T, X extends Throwable> T inTransaction(ShardIdentifier shard, ScopedValue.CallableOp<? extends T, X> work)
            throws X {
        var database = serving(shard, true);
        return this.<T, X>inTransaction(database, () -> {
            map.claim(current.get(), shard);
            return work.call();
        });
    }

    <T, X extends Throwable> T inTransaction(ShardDatabase database, ScopedValue.CallableOp<? extends T, X> work)
            throws X {
        if (isInTransaction()) {
            return join(database, work);
        }
        try (var transaction = Transaction.begin(database)) {
            T result = ScopedValue.where(current, transaction).call(work);
            transaction.commit();
            return result;
        }
    }

    private <T, X extends Throwable> T join(ShardDatabase database, ScopedValue.CallableOp<? extends T, X> work)
            throws X {
        var transaction = transactionFor(database, "this call");
        boolean done = false;
        try {
            T result = work.call();
            done = true;
            return result;
        } finally {
            if (!done) {
                transaction.setRollbackOnly();
            }
        }
    }

    /// The open transaction, if it is on this database.
    ///
    /// @throws CrossShardException where it is on another one
    Transaction transactionFor(ShardDatabase database, String what) {
        var transaction = transaction().orElseThrow(() -> new IllegalStateException(
                "there is no open transaction: call this inside of DatabaseRegistry.inTransaction"));
        if (transaction.database() != database) {
            throw new CrossShardException("what this transaction would write",
                    Map.of(transaction.database().shard(), List.of("the open transaction"), database.shard(),
                            List.of(what)),
                    "Commit on one shard before you write to another, or use an action with allowCrossShard(true).");
        }
        return transaction;
    }

    boolean isInTransaction() {
        return current.isBound();
    }

    Optional<Transaction> transaction() {
        return current.isBound() ? Optional.of(current.get()) : Optional.empty();
    }

    /// The transaction that is open on this database, or else the pool of the primary.
    DSLContext db(ShardDatabase database) {
        return joinedOr(database, database.db());
    }

    /// The transaction that is open on this database, or else the replica, or else the primary.
    DSLContext readonlyDb(ShardDatabase database) {
        return joinedOr(database, isReadFromPrimary(database) ? database.db() : database.readonlyDb());
    }

    private DSLContext joinedOr(ShardDatabase database, DSLContext otherwise) {
        return isInTransaction() && current.get().database() == database ? current.get().db() : otherwise;
    }

    EventLog eventLog() {
        return eventLog;
    }

    ShardDatabase defaultDatabase() {
        return defaultDatabase;
    }

    /// In the order of the shards.
    Collection<ShardDatabase> databases() {
        return databases.values();
    }

    /// @param forWriting whether a row may be written
    ShardDatabase serving(ShardIdentifier shard, boolean forWriting) {
        return map.serving(shard, forWriting);
    }

    /// Notes in a transaction, where one is open on the default, or else at once, that rows of a shard go there for want of a database of its own.
    void claim(ShardIdentifier shard) {
        if (isInTransaction()) {
            map.claim(current.get(), shard);
        } else if (!databases.containsKey(shard)) {
            inTransaction(defaultDatabase, () -> {
                map.claim(current.get(), shard);
                return shard;
            });
        }
    }

    ShardMap map() {
        return map;
    }

    MapWatch watch() {
        return map.watch();
    }

    /// Whether a replica does not do, since rows may have come to this database lately.
    boolean isReadFromPrimary(ShardDatabase database) {
        return watch().view().touches(database.shard());
    }

    /// Does something that writes, again where a shard is just being moved.
    <T> T retryingMoves(Supplier<T> work) {
        return map.retrying(work);
    }

    ShardDatabase registered(ShardIdentifier shard) {
        var database = databases.get(shard);
        if (database == null) {
            throw new IllegalArgumentException(
                    "shard " + shard + " is not registered (registered: " + databases.keySet() + ")");
        }
        return database;
    }

    /// Closes every pool, also where one of them fails to.
    ///
    /// @throws IllegalStateException with the first failure, and the others as suppressed ones
    @Override
    public void close() {
        map.close();
        var failures = closeAll(databases.values());
        if (!failures.isEmpty()) {
            var first = failures.removeFirst();
            failures.forEach(first::addSuppressed);
            throw first;
        }
    }

    private static List<RuntimeException> closeAll(Collection<ShardDatabase> all) {
        var failures = new ArrayList<RuntimeException>();
        for (var database : all) {
            try {
                database.close();
            } catch (RuntimeException e) {
                failures.add(e);
            }
        }
        return failures;
    }
}
