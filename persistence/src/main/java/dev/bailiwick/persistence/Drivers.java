package dev.bailiwick.persistence;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Sees that there is a driver for every database before the first pool is opened.
final class Drivers {
    private Drivers() {
    }

    static void check(ShardingConfig config) {
        var problems = new ArrayList<String>();
        config.shards().forEach((shard, member) -> {
            check(shard + " (" + member.name() + ") primary-config", member.primaryConfig(), problems);
            member.secondaryConfig().ifPresent(secondary -> check(shard + " (" + member.name() + ") secondary-config",
                    secondary, problems));
        });
        if (!problems.isEmpty()) {
            throw new InvalidShardingConfigException(problems);
        }
    }

    private static void check(String where, DataSourceConfig config, List<String> problems) {
        try {
            DriverManager.getDriver(config.jdbcUrl());
        } catch (SQLException e) {
            problems.add("shard " + where + ": no JDBC driver takes the URL " + config.shownUrl()
                    + "; add the driver of the database to the application: " + artifact(config));
        }
    }

    private static String artifact(DataSourceConfig config) {
        return switch (Dialects.folder(Dialects.ofUrl(config.jdbcUrl()))) {
            case "postgresql" -> "org.postgresql:postgresql";
            case "mariadb" -> "org.mariadb.jdbc:mariadb-java-client";
            default -> "com.h2database:h2";
        };
    }
}
