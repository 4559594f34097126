package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.security.Principal;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jooq.Record;
import org.jooq.Result;
import org.jooq.impl.DSL;

/// Shards of one kind with tables, and everything of an application on top of them.
record Fixture(String name, TestDatabases kind, List<DataSourceConfig> configs, DatabaseRegistry registry,
        AccountRepository accounts, RemarkRepository remarks, ActionExecutor executor) {
    static final ShardIdentifier S00 = ShardIdentifier.DEFAULT;
    static final ShardIdentifier S01 = ShardIdentifier.of(0, 1);
    static final ShardIdentifier S10 = ShardIdentifier.of(1, 0);
    static final ShardIdentifier S11 = ShardIdentifier.of(1, 1);
    static final ShardIdentifier UNREGISTERED = ShardIdentifier.of(2, 0);
    static final Principal ALICE = () -> "alice";
    static final Instant NOW = Instant.parse("2026-02-03T04:05:06.123456Z");
    static final List<String> SCRIPTS = List.of("classpath:db/{database}");

    private static final Map<String, Fixture> SHARED = new ConcurrentHashMap<>();

    static List<Fixture> all() {
        var all = new ArrayList<>(ofFour());
        for (var kind : TestDatabases.values()) {
            all.add(shared(kind, 1));
        }
        return all;
    }

    static List<Fixture> ofFour() {
        var all = new ArrayList<Fixture>();
        for (var kind : TestDatabases.values()) {
            all.add(shared(kind, 4));
        }
        return all;
    }

    private static Fixture shared(TestDatabases kind, int shards) {
        return SHARED.computeIfAbsent(kind + " with " + shards, name -> {
            var fixture = with(name, kind, kind.create(shards));
            fixture.registry.migrate(SCRIPTS);
            return fixture;
        });
    }

    /// 1 database, or 4 in two groups.
    static ShardingConfig config(List<DataSourceConfig> databases) {
        return databases.size() == 1
                ? ShardingConfig.single(databases.getFirst())
                : ShardingConfig.of(
                        ShardGroupConfig.of(0, "global", ShardMemberConfig.of(0, "eu-1", databases.get(0)),
                                ShardMemberConfig.of(1, "eu-2", databases.get(1))),
                        ShardGroupConfig.of(1, "mexico", ShardMemberConfig.of(0, "mx-1", databases.get(2)),
                                ShardMemberConfig.of(1, "mx-2", databases.get(3))));
    }

    static Fixture with(String name, TestDatabases kind, List<DataSourceConfig> databases) {
        return with(name, kind, databases, DatabaseRegistry.fromConfig(config(databases)));
    }

    static Fixture with(String name, TestDatabases kind, List<DataSourceConfig> databases, DatabaseRegistry registry) {
        var repositories = RepositoryRegistry.indexed(registry);
        var executor = ActionExecutor.builder(registry, repositories).clock(Clock.fixed(NOW, ZoneOffset.UTC))
                .pause(ns -> {}).indexed().build();
        return new Fixture(name, kind, databases, registry, repositories.get(AccountRepository.class),
                repositories.get(RemarkRepository.class), executor);
    }

    boolean isSharded() {
        return configs.size() > 1;
    }

    /// Removes all rows.
    void clear() {
        for (var database : registry.databases()) {
            var db = database.db();
            db.deleteFrom(Accounts.ACCOUNTS).execute();
            db.deleteFrom(Remarks.REMARKS).execute();
            db.deleteFrom(DSL.table(Dialects.frameworkTable(database.dialect(), "events"))).execute();
        }
    }

    /// The database of a shard, besides all repositories.
    ShardDatabase database(ShardIdentifier shard) {
        return registry.databases().stream().filter(database -> database.shard().equals(shard)).findFirst()
                .orElseThrow();
    }

    /// The event log of a shard in the order in which it was written.
    Result<Record> events(ShardIdentifier shard) {
        var database = database(shard);
        return database.db()
                .select(Stream.of("id", "action_id", "type", "model_type", "model_id", "model_version", "event_version",
                        "principal", "payload").map(DSL::field).toList())
                .from(Dialects.frameworkTable(database.dialect(), "events")).orderBy(DSL.field("id")).fetch();
    }

    long rows(ShardIdentifier shard) {
        return database(shard).db().fetchCount(Accounts.ACCOUNTS);
    }

    @Override
    public String toString() {
        return name;
    }
}
