package dev.bailiwick.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.persistence.ShardingConfig;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The application as `examples/wallets` starts it: the configuration file is all that differs between databases.
class WalletsApplicationTest {
    private static final String TOLD = """
            Three wallets, each where its owner's country wants it:
              shard 0/0  anna  100.00 EUR, version 2
              shard 0/0  bruno  0.00 EUR, version 1
              shard 1/0  carmen  2000.00 MXN, version 2
            30 moved from anna to bruno, on one shard and in one transaction:
              shard 0/0  anna  70.00 EUR, version 3
              shard 0/0  bruno  30.00 EUR, version 2
              shard 1/0  carmen  2000.00 MXN, version 2
            20 from anna to carmen is refused:
            """;
    private static final String IN_THE_END = """
            The same, with each shard committing for itself:
              shard 0/0  anna  50.00 EUR, version 4
              shard 0/0  bruno  30.00 EUR, version 2
              shard 1/0  carmen  2020.00 MXN, version 3
            3 wallets on 2 shards.
            """;

    private static String told(ShardingConfig config) {
        var printed = new ByteArrayOutputStream();
        try (var application = new WalletsApplication(config)) {
            application.run(new PrintStream(printed, true, StandardCharsets.UTF_8));
        }
        return printed.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }

    @Test
    void itRunsInMemory() {
        assertThat(told(WalletsApplication.inMemory())).contains(TOLD).endsWith(IN_THE_END);
    }

    /// Tests have more on their class path than the application has.
    @Test
    void itRunsInAProcessOfItsOwnWithWhatItNeedsAndNoMore() throws IOException, InterruptedException {
        var needed = Files.readString(Path.of("target", "runtime-classpath.txt")).strip();
        var process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                Path.of("target", "classes") + File.pathSeparator + needed, WalletsApplication.class.getName())
                .redirectErrorStream(true).start();
        var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .replace(System.lineSeparator(), "\n");

        assertThat(process.waitFor()).as(printed).isZero();
        assertThat(printed).contains(TOLD).endsWith(IN_THE_END);
    }

    @Test
    void itRunsOnH2InFilesByAConfigurationFile(@TempDir Path directory) throws IOException {
        var file = Files.writeString(directory.resolve("wallets.yaml"), """
                sharding:
                  groups:
                    - group: 0
                      members: [{member: 0, configs: {primary-config: {jdbc-url: 'jdbc:h2:${HERE}/global'}}}]
                    - group: 1
                      members: [{member: 0, configs: {primary-config: {jdbc-url: 'jdbc:h2:${HERE}/mexico'}}}]
                """);

        assertThat(told(ShardingConfig.load(file, Map.of("HERE", directory.toString())))).contains(TOLD)
                .endsWith(IN_THE_END);
    }

    @Test
    void itRunsOnPostgresqlByTheConfigurationFileBesideIt(@TempDir Path directory) throws IOException, SQLException {
        try (var server = EmbeddedPostgres.builder().setDataDirectory(directory)
                .setErrorRedirector(ProcessBuilder.Redirect.DISCARD)
                .setOutputRedirector(ProcessBuilder.Redirect.DISCARD).setPGStartupWait(Duration.ofMinutes(1)).start()) {
            try (var connection = DriverManager.getConnection(server.getJdbcUrl("postgres", "postgres"));
                    var statement = connection.createStatement()) {
                statement.execute("CREATE DATABASE wallets_global");
                statement.execute("CREATE DATABASE wallets_mexico");
            }

            var config = ShardingConfig.load(Path.of("wallets-postgresql.yaml"),
                    Map.of("PGPORT", Integer.toString(server.getPort())));

            assertThat(told(config)).contains(TOLD).endsWith(IN_THE_END);
        }
    }
}
