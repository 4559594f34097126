package dev.bailiwick.persistence;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// One member of a group: a database, its replica where there is one, and what else of it the application has named.
///
/// @param name for people, as in errors and logs
/// @param configs by name in camelCase, `primaryConfig` among them
public record ShardMemberConfig(int member, String name, Map<String, DataSourceConfig> configs) {
    static final String PRIMARY = "primaryConfig";
    static final String SECONDARY = "secondaryConfig";

    public ShardMemberConfig {
        configs = Collections.unmodifiableMap(new TreeMap<>(configs));
        if (!configs.containsKey(PRIMARY)) {
            throw new IllegalArgumentException("the member '" + name + "' has no primary-config");
        }
        configs.keySet().forEach(ConfigNames::requireCamelCase);
    }

    /// A database without a replica.
    public static ShardMemberConfig of(int member, String name, DataSourceConfig primary) {
        return new ShardMemberConfig(member, name, Map.of(PRIMARY, primary));
    }

    public DataSourceConfig primaryConfig() {
        return configFor(PRIMARY).orElseThrow();
    }

    /// The replica that answers reads outside of transactions, if there is one.
    public Optional<DataSourceConfig> secondaryConfig() {
        return configFor(SECONDARY);
    }

    /// What the application has named so.
    ///
    /// @param key in camelCase, whatever the file says
    public Optional<DataSourceConfig> configFor(String key) {
        ConfigNames.requireCamelCase(key);
        return Optional.ofNullable(configs.get(key));
    }
}
