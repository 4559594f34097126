package dev.bailiwick.persistence;

import java.util.List;

/// One group, and the databases that share its load.
///
/// @param name for people
public record ShardGroupConfig(int group, String name, List<ShardMemberConfig> members) {
    public ShardGroupConfig {
        members = List.copyOf(members);
    }

    public static ShardGroupConfig of(int group, String name, ShardMemberConfig... members) {
        return new ShardGroupConfig(group, name, List.of(members));
    }
}
