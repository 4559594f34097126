package dev.bailiwick.persistence;

import static dev.bailiwick.persistence.Fixture.S00;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Moves from the command line, on H2.
class ShardMovesCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private int run(Path config, String... words) {
        var arguments = new ArrayList<>(List.of(config.toString()));
        arguments.addAll(List.of(words));
        return ShardMovesCommand.run(arguments, new PrintStream(out, true, StandardCharsets.UTF_8));
    }

    private String said() {
        var text = out.toString(StandardCharsets.UTF_8);
        out.reset();
        return text;
    }

    private static String yaml(MoveSetting setting) {
        return """
                sharding:
                  groups:
                    - group: 0
                      name: global
                      members:
                        - member: 0
                          name: eu-1
                          configs: { primary-config: { jdbc-url: "%s" } }
                        - member: 1
                          name: eu-2
                          configs: { primary-config: { jdbc-url: "%s" } }
                    - group: 2
                      name: australia
                      members:
                        - member: 0
                          name: au-1
                          configs: { primary-config: { jdbc-url: "%s" } }
                """.formatted(setting.databases.stream().map(DataSourceConfig::jdbcUrl).toArray());
    }

    @Test
    void aMoveIsPlannedMadeRevertedAndCleaned(@TempDir Path directory) throws IOException {
        try (var setting = MoveSetting.of(TestDatabases.H2, 2)) {
            var config = Files.writeString(directory.resolve("databases.yaml"), yaml(setting));

            assertThat(run(config, "plan", "2/0")).as(said()).isZero();
            assertThat(run(config, "plan", "2/0")).isZero();
            assertThat(said()).contains("2/0 from 0/0 to 2/0, with version 1 of the map, 8 rows:", "  accounts 3");
            assertThat(run(config, "move", "2/0", "--chunk-rows=2")).isZero();
            assertThat(said()).contains("move 1 of 2/0 from 0/0 to 2/0: COPYING, 2 of 8 rows",
                    "move 1 of 2/0 from 0/0 to 2/0: SWITCHED, 8 of 8 rows, writes waited for ");
            assertThat(run(config, "revert", "1")).isZero();
            assertThat(run(config, "clean", "2")).isZero();
            assertThat(run(config, "move", "0/1", "0/0")).isZero();
            said();
            assertThat(run(config, "list")).isZero();
            assertThat(said()).contains("move 1 of 2/0 from 0/0 to 2/0: REVERTED", "move 2 of 2/0", "move 3 of 0/1");
            assertThat(setting.shardsServedBy(S00)).hasSize(3);
            setting.assertWhole();
        }
    }

    @Test
    void whatIsNotUnderstoodOrRefusedIsToldWithACode(@TempDir Path directory) throws IOException {
        try (var setting = MoveSetting.of(TestDatabases.H2, 1)) {
            var config = Files.writeString(directory.resolve("databases.yaml"), yaml(setting));

            assertThat(run(config)).isEqualTo(2);
            assertThat(said()).contains("usage:");
            assertThat(run(config, "wander", "2/0")).isEqualTo(2);
            assertThat(said()).contains("there is no command wander");
            assertThat(run(config, "move", "x")).isEqualTo(2);
            assertThat(said()).contains("'x' is no shard");
            assertThat(run(config, "move", "2/0", "0/1")).isEqualTo(1);
            assertThat(said()).contains("14021 MoveRefused");
        }
    }
}
