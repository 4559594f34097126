package dev.bailiwick.persistence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.jooq.SQLDialect;

/// Runs Flyway on the shards, many at once: the scripts of the framework, then those of the application. Each keeps a history of its own.
///
/// Not on virtual threads: Flyway looks for scripts in jars, whose locks those who load classes need.
final class Migration {
    private static final int AT_A_TIME = 16;
    private static final ThreadFactory THREADS = Thread.ofPlatform().daemon().name("migration ", 0).factory();

    private final Collection<ShardDatabase> databases;
    private final List<String> locations;

    Migration(Collection<ShardDatabase> databases, List<String> locations) {
        this.databases = databases;
        this.locations = locations;
    }

    MigrationReport run() {
        var entries = new ArrayList<MigrationReport.Entry>();
        try (var threads = Executors.newFixedThreadPool(AT_A_TIME, THREADS)) {
            var running = new ArrayList<Future<MigrationReport.Entry>>();
            databases.forEach(database -> running.add(threads.submit(() -> migrated(database))));
            for (var entry : running) {
                entries.add(entry.get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a migration ended without a report", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the shards were migrated", e);
        }
        var report = new MigrationReport(entries);
        if (!report.failed().isEmpty()) {
            throw new MigrationFailedException(report);
        }
        return report;
    }

    private MigrationReport.Entry migrated(ShardDatabase database) {
        long startNs = System.nanoTime();
        var applied = new ArrayList<String>();
        Optional<String> failure = Optional.empty();
        try {
            database.connect().close(); // Flyway would try for long where the database is down
            run(framework(database), "eventlog", applied);
            if (!locations.isEmpty()) {
                run(application(database), "application", applied);
            }
        } catch (Exception e) {
            failure = Optional.of(String.valueOf(e.getMessage()).strip().replaceAll("\\s+", " "));
        }
        return new MigrationReport.Entry(database.shard(), database.name(), applied,
                Duration.ofNanos(System.nanoTime() - startNs), failure);
    }

    private static void run(FluentConfiguration flyway, String whose, List<String> applied) {
        for (var script : flyway.load().migrate().migrations) {
            applied.add(whose + " " + script.version);
        }
    }

    static FluentConfiguration framework(ShardDatabase database) {
        var flyway = connected(Flyway.configure(Migration.class.getClassLoader()), database)
                .locations("classpath:dev/bailiwick/persistence/migration/" + Dialects.folder(database.dialect()));
        var schema = database.dialect() == SQLDialect.H2 ? "EVENTLOG" : "eventlog"; // Flyway quotes it
        return Dialects.hasSchemas(database.dialect())
                ? flyway.schemas(schema).defaultSchema(schema).createSchemas(true).table("schema_history")
                : flyway.table("eventlog_schema_history").baselineOnMigrate(true).baselineVersion("0");
    }

    /// Besides the pool: Flyway takes two connections at a time, and a pool may have one.
    private static FluentConfiguration connected(FluentConfiguration flyway, ShardDatabase database) {
        var config = database.primaryConfig();
        return flyway.dataSource(config.jdbcUrl(), config.username().isEmpty() ? null : config.username(),
                config.password().isEmpty() ? null : config.password());
    }

    private FluentConfiguration application(ShardDatabase database) {
        return connected(Flyway.configure(), database).baselineOnMigrate(true).baselineVersion("0")
                .locations(locations.stream()
                        .map(location -> location.replace("{database}", Dialects.folder(database.dialect())))
                        .toArray(String[]::new));
    }
}
