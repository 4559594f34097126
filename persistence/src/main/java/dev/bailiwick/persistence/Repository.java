package dev.bailiwick.persistence;

import dev.bailiwick.placement.EmbeddedBitsShardingStrategy;
import dev.bailiwick.placement.Persistable;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedUUID;
import dev.bailiwick.placement.ShardingStrategy;
import dev.bailiwick.placement.TypedId;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.TableField;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// Rows of one table, on one shard or on many: what [ModelRepository] and [EntityRepository] have in common.
///
/// *Where.* An id or a row leads to one shard, by the strategy; without a strategy everything is on the default shard. Conditions go to every
/// shard. Inside of a transaction, everything that concerns its shard happens in it. Outside, reads go to the replica where there is one; while an
/// action decides they go to the primary, since it would only decide again on what is out of date.
///
/// *Order.* Rows that were asked for by a list come in the order of the list; others by shard, and within a shard by id as its database orders
/// ids.
///
/// *Writing.* One call writes to one shard, all of it or nothing, events included. Rows in the state `DELETED` are not there for any
/// method, and no update brings them back.
///
/// Thread-safe.
///
/// @param <P> the rows
/// @param <R> their records
/// @param <T> their table
/// @param <ID> the type of the id in the database
public abstract sealed class Repository<P extends Versioned<P, ?, ?>, R extends Record, T extends Table<R>, ID>
        permits ModelRepository, EntityRepository {
    /// Ids that go to a database with one statement.
    static final int IDS_PER_STATEMENT = 10_000;

    /// Where shards are for a question to all of them that is being asked.
    private static final ScopedValue<Map<ShardIdentifier, ShardDatabase>> DOUBLES = ScopedValue.newInstance();

    private final Class<P> type;
    private final T table;
    private final TableField<R, ID> idField;
    private final DatabaseRegistry databases;
    private final @Nullable ShardingStrategy<ID> strategy;
    private final RowConventions conventions;
    private final RowWriter<P, R, ID> writer;

    Repository(Class<P> type, T table, TableField<R, ID> idField, DatabaseRegistry databases,
            @Nullable ShardingStrategy<ID> strategy) {
        this.type = type;
        this.table = table;
        this.idField = idField;
        this.databases = databases;
        this.strategy = strategy;
        this.conventions = RowConventions.of(table);
        this.writer = new RowWriter<>(table, idField, conventions, this::toRecord);
    }

    public abstract P fromRecord(R record);

    public abstract R toRecord(P row);

    /// How every shard is asked, where a call does not say so. Override it for this repository.
    protected GatherOptions gatherOptions() {
        return GatherOptions.standard();
    }

    final Class<P> type() {
        return type;
    }

    // ---- writing

    /// Writes a new row, and its events if it is a model's.
    ///
    /// @return the row as it was written
    public P add(P row) {
        return addAll(List.of(row)).getFirst();
    }

    /// Writes new rows of one shard.
    ///
    /// @return the rows as they were written, in the order in which they came
    /// @throws CrossShardException where they lie on several
    public List<P> addAll(Collection<P> rows) {
        return written(rows.stream().map(row -> new StagedChange<>(this, row, row.asAdded(), true)).toList());
    }

    /// Writes a changed row.
    ///
    /// @return the row as it was written
    /// @throws StaleRecordException where it is not as it was read
    public P update(P row) {
        return updateAll(List.of(row)).getFirst();
    }

    /// Writes changed rows of one shard, all or none.
    ///
    /// @return the rows as they were written, in the order in which they came
    /// @throws CrossShardException where they lie on several
    /// @throws StaleRecordException with those that are not as they were read
    public List<P> updateAll(Collection<P> rows) {
        var now = Instant.now();
        return written(rows.stream().map(row -> new StagedChange<>(this, row, row.asUpdated(now), false)).toList());
    }

    private List<P> written(List<StagedChange<P>> changes) {
        if (Execution.CURRENT.isBound()) {
            throw new IllegalStateException(
                    "an action writes by its plan, so that it can be performed again: use plan().add"
                            + " or plan().update instead of " + getClass().getSimpleName());
        }
        if (!changes.isEmpty()) {
            databases.retryingMoves(() -> {
                var database = databaseOf(changes);
                return databases.inTransaction(database, () -> {
                    var transaction = databases.transactionFor(database, changes.getFirst().before().label());
                    write(transaction, changes);
                    var log = databases.eventLog();
                    log.write(transaction, null, log.drafts(null, changes), Instant.now());
                    return changes;
                });
            });
        }
        return changes.stream().map(StagedChange::after).toList();
    }

    private ShardDatabase databaseOf(List<StagedChange<P>> changes) {
        var byShard = changes.stream().collect(Collectors.groupingBy(change -> databaseFor(change.before()),
                LinkedHashMap::new, Collectors.mapping(change -> change.before().label(), Collectors.toList())));
        if (byShard.size() > 1) {
            var labels = new HashMap<ShardIdentifier, List<String>>();
            byShard.forEach((database, rows) -> labels.put(database.shard(), rows));
            throw new CrossShardException("this call", labels,
                    "Call it for each shard, or stage the rows in an action with allowCrossShard(true).");
        }
        return byShard.sequencedKeySet().getFirst();
    }

    /// Writes rows in the order in which they were staged, those next to each other of one kind together.
    static void write(Transaction transaction, List<? extends StagedChange<?>> changes) {
        changes.forEach(change -> change.repository().claim(transaction, change.before()));
        int from = 0;
        for (int to = 1; to <= changes.size(); to++) {
            if (to == changes.size() || !isSameKind(changes.get(from), changes.get(to))) {
                changes.get(from).repository().writeOwn(transaction, changes.subList(from, to));
                from = to;
            }
        }
    }

    private void claim(Transaction transaction, Persistable<?> row) {
        if (strategy != null) {
            strategy.resolveShardIdentifier(row).ifPresent(shard -> databases.map().claim(transaction, shard));
        }
    }

    private static boolean isSameKind(StagedChange<?> left, StagedChange<?> right) {
        return left.repository().equals(right.repository()) && left.isNew() == right.isNew();
    }

    @SuppressWarnings("unchecked") // a change names the repository of its row
    private void writeOwn(Transaction transaction, List<? extends StagedChange<?>> changes) {
        var own = (List<StagedChange<P>>) changes;
        if (own.getFirst().isNew()) {
            writer.insert(transaction.db(), own);
        } else {
            writer.update(transaction, own);
        }
    }

    /// Writes what [#readChange] reads.
    final void writeRow(DataOutputStream out, Versioned<?, ?, ?> row) throws IOException {
        var record = toRecord(type.cast(row));
        out.writeInt(table.fields().length);
        for (var field : table.fields()) {
            RowCodec.write(out, field, record.get(field));
        }
    }

    final StagedChange<P> readChange(DataInputStream in, boolean isNew) throws IOException {
        if (in.readInt() != table.fields().length) {
            throw new IOException("the table " + table.getName() + " has other columns than it had");
        }
        var values = new @Nullable Object[table.fields().length];
        for (int i = 0; i < values.length; i++) {
            values[i] = RowCodec.read(in, table.fields()[i]);
        }
        var record = table.newRecord();
        record.fromArray(values);
        var after = fromRecord(record);
        return new StagedChange<>(this, isNew ? after : after.copy().version(after.version - 1).build(), after, isNew);
    }

    // ---- by id

    public Optional<P> findById(ID id) {
        return read(id, db -> db.selectFrom(table).where(idField.eq(id)).and(conventions.isAlive())
                .fetchOptional(this::fromRecord));
    }

    /// Reads where the row is. Where it has moved meanwhile, and was cleaned away perhaps, it is read again.
    private <A> A read(ID id, Function<DSLContext, A> question) {
        while (true) {
            var database = databaseForId(id);
            var answer = question.apply(reading(database));
            if (isStillAt(placeOf(id), database)) {
                return answer;
            }
        }
    }

    public Optional<P> findById(ShardedUUID id) {
        return findById(stored(id));
    }

    public Optional<P> findById(TypedId<P> id) {
        return findById(stored(id));
    }

    /// The row with this id.
    ///
    /// @throws RecordNotFoundException where there is none
    public P getById(ID id) {
        return findById(id).orElseThrow(() -> new RecordNotFoundException(type.getSimpleName(), id, databaseForId(id)));
    }

    /// The row with this id.
    ///
    /// @throws RecordNotFoundException where there is none
    public P getById(ShardedUUID id) {
        return getById(stored(id));
    }

    /// The row with this id.
    ///
    /// @throws RecordNotFoundException where there is none
    public P getById(TypedId<P> id) {
        return getById(stored(id));
    }

    public boolean existsById(ID id) {
        return read(id, db -> db.fetchExists(table, idField.eq(id).and(conventions.isAlive())));
    }

    public boolean existsById(ShardedUUID id) {
        return existsById(stored(id));
    }

    public boolean existsById(TypedId<P> id) {
        return existsById(stored(id));
    }

    /// The rows with these ids: UUIDs, [ShardedUUID]s and typed ids, also mixed. Each shard is asked once, and all at the same time. An id without a
    /// row is left out, and one that is there twice counts once.
    public List<P> findAllByIds(Collection<?> ids) {
        var wanted = new LinkedHashSet<ID>();
        ids.forEach(id -> wanted.add(stored(id)));
        var found = new HashMap<ID, P>();
        Map<Optional<ShardIdentifier>, ShardDatabase> places;
        do {
            var now = new HashMap<Optional<ShardIdentifier>, ShardDatabase>();
            var concerned = new TreeMap<ShardIdentifier, ShardDatabase>();
            var byDatabase = new TreeMap<ShardIdentifier, List<ID>>();
            for (var id : wanted) {
                var database = now.computeIfAbsent(placeOf(id), this::databaseAt);
                concerned.put(database.shard(), database);
                byDatabase.computeIfAbsent(database.shard(), shard -> new ArrayList<>()).add(id);
            }
            gatherByShard(concerned.values(), gatherOptions(),
                    (shard, db, served) -> rowsOf(db, byDatabase.getOrDefault(shard, List.of()))).items()
                    .forEach(row -> found.put(stored(row.id), row));
            places = now;
        } while (!places.entrySet().stream().allMatch(place -> isStillAt(place.getKey(), place.getValue())));
        return wanted.stream().filter(found::containsKey).map(found::get).toList();
    }

    private List<P> rowsOf(DSLContext db, List<ID> ids) {
        var rows = new ArrayList<P>();
        for (var some : Chunks.of(ids, IDS_PER_STATEMENT)) {
            rows.addAll(db.selectFrom(table).where(idField.in(some)).and(conventions.isAlive())
                    .fetch(this::fromRecord));
        }
        return rows;
    }

    // ---- by condition, from every shard

    public List<P> findAll() {
        return findAllWhere(DSL.noCondition());
    }

    public List<P> findAllWhere(Condition condition) {
        return findAllWhere(condition, gatherOptions()).items();
    }

    /// The same, with what each shard did.
    ///
    /// @throws ShardsMissingException where one failed or was late and a partial result is not allowed
    public Gathered<P> findAllWhere(Condition condition, GatherOptions options) {
        return gatherServed(options, (db, served) -> db.selectFrom(table).where(condition).and(conventions.isAlive())
                .and(served).orderBy(idField).fetch(this::fromRecord));
    }

    /// The row that matches, if there is one.
    ///
    /// @throws MoreThanOneException where more rows match, on whatever shards
    public Optional<P> findOneWhere(Condition condition) {
        var found = gatherServed(gatherOptions(), (db, served) -> db.selectFrom(table).where(condition)
                .and(conventions.isAlive()).and(served).orderBy(idField).limit(2).fetch(this::fromRecord)).items();
        if (found.size() > 1) {
            throw new MoreThanOneException(found.stream().map(Versioned::label).toList());
        }
        return found.stream().findFirst();
    }

    public long count() {
        return countWhere(DSL.noCondition());
    }

    public long countWhere(Condition condition) {
        return gatherServed(gatherOptions(), (db, served) -> List
                .of((long) db.fetchCount(table, condition.and(conventions.isAlive()).and(served)))).items().stream()
                .mapToLong(Long::longValue).sum();
    }

    public boolean existsWhere(Condition condition) {
        return gatherServed(gatherOptions(), (db, served) -> List
                .of(db.fetchExists(table, condition.and(conventions.isAlive()).and(served)))).items().contains(true);
    }

    /// A page of rows from all shards; see [PageRequest].
    public <V extends Comparable<? super V>> Page<P> findPage(PageRequest<V> request) {
        var keyset = new Keyset<>(request, idField);
        var answers = gatherByShard(askable(), gatherOptions(), (shard, db, served) -> List.of(Map.entry(shard,
                (List<R>) db.selectFrom(table).where(request.condition()).and(keyset.on(shard)).and(served)
                        .and(conventions.isAlive()).orderBy(keyset.order()).limit(request.size() + 1).fetch())));
        var merged = keyset.merge(answers.items());
        return new Page<>(merged.rows().stream().map(this::fromRecord).toList(), merged.next());
    }

    /// Asks every shard a question of your own, in parallel. While a shard moves, its rows may be in two databases: put [#isServedBy] into the
    /// condition, and each is found once.
    ///
    /// @throws ShardsMissingException where one failed or was late and a partial result is not allowed
    public final <A> Gathered<A> gather(GatherOptions options, Function<DSLContext, List<A>> question) {
        return gatherByShard(askable(), options, (shard, db, served) -> question.apply(db));
    }

    /// A condition for queries of your own inside of [#gather]: true for rows of this table that are served by the database of this context, false for copies that a
    /// move has made or left there.
    public final Condition isServedBy(DSLContext db) {
        var database = ShardDatabase.of(db);
        if (database.isEmpty()) {
            return DSL.noCondition();
        }
        return isServed(DOUBLES.isBound() ? DOUBLES.get() : databases.map().doubles(databases.watch().view()),
                database.get());
    }

    private Condition isServed(Map<ShardIdentifier, ShardDatabase> doubles, ShardDatabase database) {
        var served = DSL.noCondition();
        var rows = movedRows();
        if (rows.isPresent()) {
            for (var each : doubles.entrySet()) {
                if (each.getValue() != database) {
                    served = served.and(DSL.not(rows.get().isOf(each.getKey())));
                }
            }
        }
        return served;
    }

    private interface Question<A> {
        List<A> ask(ShardIdentifier shard, DSLContext db, Condition served);
    }

    private <A> Gathered<A> gatherServed(GatherOptions options, BiFunction<DSLContext, Condition, List<A>> question) {
        return gatherByShard(askable(), options, (shard, db, served) -> question.apply(db, served));
    }

    private <A> Gathered<A> gatherByShard(Collection<ShardDatabase> asked, GatherOptions options,
            Question<A> question) {
        if (strategy == null) {
            return gathered(asked, options, (shard, db) -> question.ask(shard, db, DSL.noCondition()));
        }
        var view = databases.watch().enter();
        try {
            var doubles = databases.map().doubles(view);
            return gathered(asked, options, (shard, db) -> doubles.isEmpty()
                    ? question.ask(shard, db, DSL.noCondition())
                    : ScopedValue.where(DOUBLES, doubles)
                            .call(() -> question.ask(shard, db, isServedBy(db))));
        } finally {
            view.questions().decrementAndGet();
        }
    }

    private <A> Gathered<A> gathered(Collection<ShardDatabase> asked, GatherOptions options,
            BiFunction<ShardIdentifier, DSLContext, List<A>> question) {
        return new ScatterGather<>(databases, options, Execution.CURRENT.isBound(), question).ask(asked);
    }

    // ---- jOOQ, for queries of your own

    /// The database of the row with this id: the open transaction if it is there, else the primary.
    ///
    /// @throws IdDoesNotDecideException where the strategy cannot tell
    public DSLContext db(ID id) {
        return databases.db(databaseForId(id));
    }

    public DSLContext db(ShardedUUID id) {
        return db(stored(id));
    }

    public DSLContext db(TypedId<?> id) {
        return db(stored(id));
    }

    public DSLContext db(Persistable<?> row) {
        var database = databaseFor(row);
        if (strategy != null) {
            strategy.resolveShardIdentifier(row).ifPresent(databases::claim);
        }
        return databases.db(database);
    }

    /// The same for reading: the open transaction if it is there, else the replica if there is one, else the primary.
    public DSLContext readonlyDb(ID id) {
        return databases.readonlyDb(databaseForId(id));
    }

    public DSLContext readonlyDb(ShardedUUID id) {
        return readonlyDb(stored(id));
    }

    public DSLContext readonlyDb(TypedId<?> id) {
        return readonlyDb(stored(id));
    }

    public DSLContext readonlyDb(Persistable<?> row) {
        return databases.readonlyDb(databaseFor(row, false));
    }

    /// The open transaction.
    ///
    /// @throws IllegalStateException where there is none
    /// @throws CrossShardException where it is on another shard
    public DSLContext txDb(ID id) {
        return databases.transactionFor(databaseForId(id), type.getSimpleName() + ":" + id).db();
    }

    public DSLContext txDb(ShardedUUID id) {
        return txDb(stored(id));
    }

    public DSLContext txDb(TypedId<?> id) {
        return txDb(stored(id));
    }

    public DSLContext txDb(Persistable<?> row) {
        return databases.transactionFor(databaseFor(row), type.getSimpleName() + ":" + row.id()).db();
    }

    /// The same as [#db]: whatever is asked of a shard joins the transaction that is open there.
    public DSLContext txDbElseDb(ID id) {
        return db(id);
    }

    public DSLContext txDbElseDb(ShardedUUID id) {
        return db(id);
    }

    public DSLContext txDbElseDb(TypedId<?> id) {
        return db(id);
    }

    public DSLContext txDbElseDb(Persistable<?> row) {
        return db(row);
    }

    /// Every shard, in their order. While a shard moves, its rows may be in two databases; see [#isServedBy].
    public List<DSLContext> dbs() {
        return askable().stream().map(databases::db).toList();
    }

    /// Every shard for reading, in their order.
    public List<DSLContext> readonlyDbs() {
        return askable().stream().map(databases::readonlyDb).toList();
    }

    // ---- where

    /// What of this table moves with a shard: rows whose shard is in the bits of their ids.
    @SuppressWarnings("unchecked") // ids of that strategy are UUIDs
    final Optional<MovedRows> movedRows() {
        return strategy instanceof EmbeddedBitsShardingStrategy
                ? Optional.of(new MovedRows(table, (Field<UUID>) idField))
                : Optional.empty();
    }

    /// Whether a database has a row that the strategy has placed on a shard.
    final boolean hasPlaced(ShardIdentifier shard, ShardDatabase database) {
        var placing = strategy;
        if (placing == null) {
            return false;
        }
        try (var rows = database.db().selectFrom(table).fetchSize(1_000).fetchStream()) {
            return rows.anyMatch(row -> placing.resolveShardIdentifier(fromRecord(row)).equals(Optional.of(shard)));
        }
    }

    /// Reads the events of a model, again where it has moved meanwhile.
    final <A> A readStream(ID id, Function<ModelStream, A> question) {
        return read(id, db -> question.apply(stream(db, id)));
    }

    /// The same where an id alone does not decide.
    final <A> A readStream(P row, Function<ModelStream, A> question) {
        while (true) {
            var database = databaseFor(row, false);
            var answer = question.apply(stream(reading(database), stored(row.id)));
            if (strategy == null || isStillAt(strategy.resolveShardIdentifier(row), database)) {
                return answer;
            }
        }
    }

    private ModelStream stream(DSLContext db, ID id) {
        return new ModelStream(db, new EventDraft.Stream(type.getSimpleName(), id.toString()));
    }

    private DSLContext reading(ShardDatabase database) {
        return Execution.CURRENT.isBound() ? databases.db(database) : databases.readonlyDb(database);
    }

    private Collection<ShardDatabase> askable() {
        return strategy == null ? List.of(databases.defaultDatabase()) : databases.databases();
    }

    /// Where a row is to be written.
    final ShardDatabase databaseFor(Persistable<?> row) {
        return databaseFor(row, true);
    }

    private ShardDatabase databaseFor(Persistable<?> row, boolean forWriting) {
        return strategy == null
                ? databases.defaultDatabase()
                : strategy.resolveShardIdentifier(row).map(shard -> databases.serving(shard, forWriting))
                        .orElse(databases.defaultDatabase());
    }

    private ShardDatabase databaseForId(ID id) {
        return databaseAt(placeOf(id));
    }

    /// The shard of an id; empty for the default.
    private Optional<ShardIdentifier> placeOf(ID id) {
        if (strategy == null) {
            return Optional.empty();
        }
        if (!strategy.usesShardAwareId()) {
            throw new IdDoesNotDecideException(getClass().getSimpleName(), strategy.getClass().getSimpleName());
        }
        return strategy.resolveShardIdentifierById(id);
    }

    private boolean isStillAt(Optional<ShardIdentifier> place, ShardDatabase database) {
        return place.isEmpty() || databases.map().isStillServing(place.get(), database);
    }

    private ShardDatabase databaseAt(Optional<ShardIdentifier> place) {
        return place.map(shard -> databases.serving(shard, false)).orElse(databases.defaultDatabase());
    }

    final ID stored(Object id) {
        var stored = StoredIds.of(id);
        if (!idField.getType().isInstance(stored)) {
            throw new IllegalArgumentException("the ids of " + table.getName() + " are of " + idField.getType()
                    + ", and " + id + " is of " + id.getClass());
        }
        return idField.getType().cast(stored);
    }
}
