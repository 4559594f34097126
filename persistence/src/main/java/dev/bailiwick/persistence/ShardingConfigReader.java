package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Turns YAML into a [ShardingConfig], and gathers everything that is wrong on the way.
///
/// Belongs to one thread.
final class ShardingConfigReader {
    static final int MAX_BYTES = 1 << 20;

    private final List<String> problems = new ArrayList<>();
    private final Map<ShardIdentifier, String> places = new HashMap<>();
    private final Map<String, String> urls = new HashMap<>();

    private ShardingConfigReader() {
    }

    static ShardingConfig read(Path file, Map<String, String> environment) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new InvalidShardingConfigException(List.of(file + " has more than " + MAX_BYTES + " bytes"));
            }
            return parse(file.toString(), Files.readString(file), environment);
        } catch (CharacterCodingException e) {
            throw new InvalidShardingConfigException(List.of(file + " is not text in UTF-8"));
        } catch (IOException e) {
            throw new InvalidShardingConfigException(
                    List.of(file + " cannot be read: " + e.getClass().getSimpleName()));
        }
    }

    static ShardingConfig parse(String label, String yaml, Map<String, String> environment) {
        var reader = new ShardingConfigReader();
        var config = ConfigTable.parse(label, yaml, environment, reader.problems).flatMap(reader::config);
        if (!reader.problems.isEmpty()) {
            throw new InvalidShardingConfigException(reader.problems);
        }
        return config.orElseThrow(() -> new InvalidShardingConfigException(List.of(label + " is empty")));
    }

    private Optional<ShardingConfig> config(ConfigTable root) {
        root.refuseAllBut("sharding", "database");
        if (root.has("database") && root.has("sharding")) {
            root.problem("database", "stands beside sharding: say one of them");
            return Optional.empty();
        }
        if (root.has("database")) {
            return root.table("database").map(this::configs).filter(configs -> problems.isEmpty())
                    .map(ShardingConfig::single);
        }
        return root.requiredTable("sharding").flatMap(this::sharding);
    }

    private Optional<ShardingConfig> sharding(ConfigTable table) {
        table.refuseAllBut("defaultShard", "strict", "groups");
        var strict = table.flag("strict", false);
        var groups = new ArrayList<ShardGroupConfig>();
        for (var group : table.requiredTables("groups")) {
            group(group).ifPresent(groups::add);
        }
        var defaultShard = table.table("defaultShard").map(this::defaultShard).orElse(ShardIdentifier.DEFAULT);
        if (problems.isEmpty() && !places.containsKey(defaultShard)) {
            table.problem("defaultShard", "is " + defaultShard + ", which is not among the registered "
                    + places.keySet().stream().sorted().toList());
        }
        return problems.isEmpty()
                ? Optional.of(new ShardingConfig(defaultShard, strict, groups))
                : Optional.empty();
    }

    private ShardIdentifier defaultShard(ConfigTable table) {
        table.refuseAllBut("group", "member");
        return ShardIdentifier.of((int) table.required("group", 0, ShardIdentifier.MAX_GROUP),
                (int) table.required("member", 0, ShardIdentifier.MAX_MEMBER));
    }

    private Optional<ShardGroupConfig> group(ConfigTable table) {
        table.refuseAllBut("group", "name", "members");
        int group = (int) table.required("group", 0, ShardIdentifier.MAX_GROUP);
        var members = new ArrayList<ShardMemberConfig>();
        for (var member : table.requiredTables("members")) {
            member(group, member).ifPresent(members::add);
        }
        return Optional.of(new ShardGroupConfig(group, table.text("name").orElse("group " + group), members));
    }

    private Optional<ShardMemberConfig> member(int group, ConfigTable table) {
        table.refuseAllBut("member", "name", "configs");
        var shard = ShardIdentifier.of(group, (int) table.required("member", 0, ShardIdentifier.MAX_MEMBER));
        var name = table.text("name").orElse("shard " + shard);
        var earlier = places.putIfAbsent(shard, table.place("member"));
        if (earlier != null) {
            table.problem("member", "makes shard " + shard + " a second time; the first is at " + earlier);
        }
        var configs = table.requiredTable("configs").map(this::configs).orElse(Map.of());
        return configs.containsKey(ShardMemberConfig.PRIMARY)
                ? Optional.of(new ShardMemberConfig(shard.member(), name, configs))
                : Optional.empty();
    }

    private Map<String, DataSourceConfig> configs(ConfigTable table) {
        var configs = new LinkedHashMap<String, DataSourceConfig>();
        if (!table.has(ShardMemberConfig.PRIMARY)) {
            table.problem("", "has no primary-config");
        }
        for (var name : table.names()) {
            table.requiredTable(name).flatMap(this::dataSource).ifPresent(config -> configs.put(name, config));
        }
        checkDatabases(table, configs);
        return configs;
    }

    /// Two shards in one database would find each other's rows.
    private void checkDatabases(ConfigTable table, Map<String, DataSourceConfig> configs) {
        var primary = configs.get(ShardMemberConfig.PRIMARY);
        if (primary == null) {
            return;
        }
        var place = table.place(ShardMemberConfig.PRIMARY);
        var earlier = urls.putIfAbsent(primary.jdbcUrl(), place);
        if (earlier != null) {
            table.problem(ShardMemberConfig.PRIMARY, "has the same jdbc-url as " + earlier);
        }
        var secondary = configs.get(ShardMemberConfig.SECONDARY);
        if (secondary != null && Dialects.ofUrl(secondary.jdbcUrl()) != Dialects.ofUrl(primary.jdbcUrl())) {
            table.problem(ShardMemberConfig.SECONDARY, "is another kind of database than primary-config");
        }
    }

    private Optional<DataSourceConfig> dataSource(ConfigTable table) {
        table.refuseAllBut("jdbcUrl", "username", "password", "maximumPoolSize", "minimumIdle", "connectionTimeout",
                "maxLifetime", "leakDetectionThreshold");
        int size = (int) table.number("maximumPoolSize", 1, DataSourceConfig.MAX_POOL_SIZE,
                DataSourceConfig.DEFAULT_POOL_SIZE);
        long idle = table.number("minimumIdle", 0, size, 0);
        long timeout = table.number("connectionTimeout", DataSourceConfig.LEAST_CONNECTION_TIMEOUT_MS,
                DataSourceConfig.MOST_MS, DataSourceConfig.DEFAULT_CONNECTION_TIMEOUT_MS);
        long lifetime = table.number("maxLifetime", DataSourceConfig.LEAST_LIFETIME_MS, DataSourceConfig.MOST_MS,
                DataSourceConfig.DEFAULT_LIFETIME_MS);
        long leak = leakThreshold(table);
        var url = table.requiredText("jdbcUrl");
        if (url.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new DataSourceConfig(url.get(), table.text("username").orElse(""),
                    table.text("password").orElse(""), size, (int) idle, timeout, lifetime, leak));
        } catch (IllegalArgumentException e) {
            table.problem("", String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private static long leakThreshold(ConfigTable table) {
        long threshold = table.number("leakDetectionThreshold", 0, DataSourceConfig.MOST_MS, 0);
        if (threshold > 0 && threshold < DataSourceConfig.LEAST_LEAK_THRESHOLD_MS) {
            table.problem("leakDetectionThreshold", "is 0, or " + DataSourceConfig.LEAST_LEAK_THRESHOLD_MS
                    + " milliseconds and more, not " + threshold);
            return 0;
        }
        return threshold;
    }
}
