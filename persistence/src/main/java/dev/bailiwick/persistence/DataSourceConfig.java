package dev.bailiwick.persistence;

import java.util.Optional;

/// How one database is reached and how large its pool is. Times are in milliseconds. The password is never part of a text that
/// this class makes, nor is one inside the URL.
///
/// @param username empty where the URL says it, or where the database asks for none
/// @param minimumIdle connections that are kept open although nobody uses them
/// @param connectionTimeoutMs how long a caller waits for a connection
/// @param leakDetectionThresholdMs after that long a connection that was not given back is reported in the log; 0 for never
public record DataSourceConfig(String jdbcUrl, String username, String password, int maximumPoolSize, int minimumIdle,
        long connectionTimeoutMs, long maxLifetimeMs, long leakDetectionThresholdMs) {
    public static final int MAX_POOL_SIZE = 10_000;
    static final int DEFAULT_POOL_SIZE = 10;
    static final int LEAST_CONNECTION_TIMEOUT_MS = 250;
    static final int DEFAULT_CONNECTION_TIMEOUT_MS = 10_000;
    static final int LEAST_LIFETIME_MS = 30_000;
    static final int DEFAULT_LIFETIME_MS = 1_800_000;
    static final int LEAST_LEAK_THRESHOLD_MS = 2_000;
    static final int MOST_MS = 86_400_000;

    public DataSourceConfig {
        Dialects.ofUrl(jdbcUrl);
        within("maximum-pool-size", maximumPoolSize, 1, MAX_POOL_SIZE);
        within("minimum-idle", minimumIdle, 0, maximumPoolSize);
        within("connection-timeout", connectionTimeoutMs, LEAST_CONNECTION_TIMEOUT_MS, MOST_MS);
        within("max-lifetime", maxLifetimeMs, LEAST_LIFETIME_MS, MOST_MS);
        if (leakDetectionThresholdMs != 0) {
            within("leak-detection-threshold", leakDetectionThresholdMs, LEAST_LEAK_THRESHOLD_MS, MOST_MS);
        }
    }

    public static DataSourceConfig of(String jdbcUrl) {
        return new DataSourceConfig(jdbcUrl, "", "", DEFAULT_POOL_SIZE, 0, DEFAULT_CONNECTION_TIMEOUT_MS,
                DEFAULT_LIFETIME_MS, 0);
    }

    public DataSourceConfig withLogin(String newUsername, String newPassword) {
        return new DataSourceConfig(jdbcUrl, newUsername, newPassword, maximumPoolSize, minimumIdle,
                connectionTimeoutMs, maxLifetimeMs, leakDetectionThresholdMs);
    }

    /// With fewer idle connections where they would be more than the pool holds.
    public DataSourceConfig withMaximumPoolSize(int size) {
        return new DataSourceConfig(jdbcUrl, username, password, size, Math.min(minimumIdle, size), connectionTimeoutMs,
                maxLifetimeMs, leakDetectionThresholdMs);
    }

    public DataSourceConfig withMinimumIdle(int connections) {
        return new DataSourceConfig(jdbcUrl, username, password, maximumPoolSize, connections, connectionTimeoutMs,
                maxLifetimeMs, leakDetectionThresholdMs);
    }

    public DataSourceConfig withConnectionTimeoutMs(long timeoutMs) {
        return new DataSourceConfig(jdbcUrl, username, password, maximumPoolSize, minimumIdle, timeoutMs, maxLifetimeMs,
                leakDetectionThresholdMs);
    }

    public DataSourceConfig withMaxLifetimeMs(long lifetimeMs) {
        return new DataSourceConfig(jdbcUrl, username, password, maximumPoolSize, minimumIdle, connectionTimeoutMs,
                lifetimeMs, leakDetectionThresholdMs);
    }

    public DataSourceConfig withLeakDetectionThresholdMs(long thresholdMs) {
        return new DataSourceConfig(jdbcUrl, username, password, maximumPoolSize, minimumIdle, connectionTimeoutMs,
                maxLifetimeMs, thresholdMs);
    }

    /// The URL without anything that may be secret in it.
    public String shownUrl() {
        return shown(jdbcUrl);
    }

    static String shown(String url) {
        return url.replaceAll("(?i)([?&;][^=&;]*(pass|pwd|secret|token|key)[^=&;]*)=[^&;]*", "$1=***")
                .replaceAll("//[^/@]*@", "//***@");
    }

    static void within(String name, long value, long least, long most) {
        outside(name, value, least, most).ifPresent(problem -> {
            throw new IllegalArgumentException(problem);
        });
    }

    static Optional<String> outside(String name, long value, long least, long most) {
        return value < least || value > most
                ? Optional.of(name + " is " + least + " to " + most + ", not " + value)
                : Optional.empty();
    }

    @Override
    public String toString() {
        return "DataSourceConfig[" + shownUrl() + ", username=" + username + ", maximumPoolSize=" + maximumPoolSize
                + "]";
    }
}
