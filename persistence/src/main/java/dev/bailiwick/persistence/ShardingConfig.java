package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Which shards there are and where each has its database. Made from YAML by [#load], or in code.
///
/// @param defaultShard serves shards that are not registered
/// @param strict whether a shard that is not registered is refused instead
public record ShardingConfig(ShardIdentifier defaultShard, boolean strict, List<ShardGroupConfig> groups) {
    public ShardingConfig {
        groups = List.copyOf(groups);
        var problems = new ArrayList<String>();
        check(groups, defaultShard, problems);
        if (!problems.isEmpty()) {
            throw new InvalidShardingConfigException(problems);
        }
    }

    /// One database, and nothing of sharding anywhere.
    public static ShardingConfig single(DataSourceConfig primary) {
        return single(Map.of(ShardMemberConfig.PRIMARY, primary));
    }

    static ShardingConfig single(Map<String, DataSourceConfig> configs) {
        var shard = ShardIdentifier.DEFAULT;
        return of(new ShardGroupConfig(shard.group(), "default",
                List.of(new ShardMemberConfig(shard.member(), "default", configs))));
    }

    /// Groups whose default is [ShardIdentifier#DEFAULT].
    public static ShardingConfig of(ShardGroupConfig... groups) {
        return new ShardingConfig(ShardIdentifier.DEFAULT, false, List.of(groups));
    }

    public ShardingConfig withDefaultShard(ShardIdentifier shard) {
        return new ShardingConfig(shard, strict, groups);
    }

    /// A copy that refuses shards that are not registered.
    public ShardingConfig withStrict(boolean newStrict) {
        return new ShardingConfig(defaultShard, newStrict, groups);
    }

    /// Reads a YAML file. `${NAME}` is replaced by a variable of the environment.
    ///
    /// @throws InvalidShardingConfigException with everything that is wrong, and where
    public static ShardingConfig load(Path file) {
        return load(file, System.getenv());
    }

    /// The same with variables of your own.
    public static ShardingConfig load(Path file, Map<String, String> environment) {
        return ShardingConfigReader.read(file, environment);
    }

    /// Reads YAML that is there as a text.
    public static ShardingConfig parse(String yaml, Map<String, String> environment) {
        return ShardingConfigReader.parse("the configuration", yaml, environment);
    }

    /// Every member by its address, in the order of the addresses.
    public SortedMap<ShardIdentifier, ShardMemberConfig> shards() {
        var shards = new TreeMap<ShardIdentifier, ShardMemberConfig>();
        for (var group : groups) {
            for (var member : group.members()) {
                shards.put(ShardIdentifier.of(group.group(), member.member()), member);
            }
        }
        return shards;
    }

    private static void check(List<ShardGroupConfig> groups, ShardIdentifier defaultShard, List<String> problems) {
        var names = new HashMap<ShardIdentifier, String>();
        var urls = new HashMap<String, ShardIdentifier>();
        for (var group : groups) {
            for (var member : group.members()) {
                try {
                    var shard = ShardIdentifier.of(group.group(), member.member());
                    var other = names.put(shard, member.name());
                    if (other != null) {
                        problems.add("shard " + shard + " is there twice, as '" + other + "' and as '" + member.name()
                                + "'");
                    }
                    var same = urls.put(member.primaryConfig().jdbcUrl(), shard);
                    if (same != null && !same.equals(shard)) {
                        problems.add("shards " + same + " and " + shard + " have the same database, "
                                + member.primaryConfig().shownUrl());
                    }
                } catch (IllegalArgumentException e) {
                    problems.add("'" + member.name() + "': " + e.getMessage());
                }
            }
        }
        if (!names.containsKey(defaultShard)) {
            problems.add("the default shard " + defaultShard + " is not among the registered "
                    + names.keySet().stream().sorted().toList());
        }
    }
}
