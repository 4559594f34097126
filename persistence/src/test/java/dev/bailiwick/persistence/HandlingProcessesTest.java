package dev.bailiwick.persistence;

import static dev.bailiwick.persistence.Fixture.S00;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Handlers in several processes, one of which is killed.
class HandlingProcessesTest {
    private static final int ACCOUNTS = 60;
    private static final int EVENTS = 5;

    /// @param timeNs when it was handled, by the clock that all processes of the machine share
    private record Line(long timeNs, String modelId, long version) {
        static Line of(String text) {
            var parts = text.split(" ", -1);
            return new Line(Long.parseLong(parts[0]), parts[1], Long.parseLong(parts[2]));
        }

        String label() {
            return modelId + " " + version;
        }
    }

    /// What a process has printed, read by a thread of its own.
    private static final class Child implements AutoCloseable {
        private final Process process;
        private final List<String> printed = new ArrayList<>();
        private final Thread reading;

        Child(int count, DataSourceConfig config) throws IOException {
            process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                    System.getProperty("java.class.path"), HandlingChild.class.getName(), Integer.toString(count),
                    config.jdbcUrl(), config.username(), config.password()).redirectErrorStream(true).start();
            reading = Thread.ofVirtual().start(this::read);
        }

        private void read() {
            try (var output = new BufferedReader(new InputStreamReader(process.getInputStream(),
                    StandardCharsets.UTF_8))) {
                for (var line = output.readLine(); line != null; line = output.readLine()) {
                    synchronized (printed) {
                        printed.add(line);
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        List<String> printed() {
            synchronized (printed) {
                return List.copyOf(printed);
            }
        }

        List<Line> lines() {
            return printed().stream().filter(line -> line.matches("\\d+ [-0-9a-f]+ \\d+")).map(Line::of).toList();
        }

        void kill() throws InterruptedException {
            process.destroyForcibly().waitFor();
            reading.join();
        }

        /// Lets it end by itself.
        void end() throws IOException, InterruptedException {
            process.getOutputStream().close();
            assertThat(process.waitFor()).isZero();
            reading.join();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void whatAKilledProcessLeavesIsDoneByTheOthersAndNothingTwiceByThose(TestDatabases kind) throws Exception {
        var configs = kind.create(1);
        try (var registry = DatabaseRegistry.fromConfig(Fixture.config(configs))) {
            registry.migrate(Fixture.SCRIPTS);
            var accounts = new AccountRepository(registry);
            var rows = accounts.addAll(IntStream.range(0, ACCOUNTS).mapToObj(i -> Account.on(S00, "a" + i)).toList());
            for (int version = 2; version <= EVENTS; version++) {
                rows = accounts.updateAll(rows.stream().map(row -> row.payIn("1.00")).toList());
            }
            try (var killed = new Child(35, configs.getFirst())) {
                Deliveries.eventually("it stands still", () -> killed.printed().contains(CrossingChild.HERE));
                killed.kill();
                try (var second = new Child(Integer.MAX_VALUE, configs.getFirst());
                        var third = new Child(Integer.MAX_VALUE, configs.getFirst())) {
                    var all = new HashSet<String>();
                    Deliveries.eventually("all are handled", () -> {
                        List.of(killed, second, third).forEach(child -> child.lines().forEach(line -> all.add(line
                                .label())));
                        return all.size() == ACCOUNTS * EVENTS;
                    });
                    second.end();
                    third.end();

                    assertThat(killed.lines()).hasSizeBetween(35, 38); // those that ran beside the last
                    var others = new ArrayList<>(second.lines());
                    others.addAll(third.lines());
                    assertThat(others).extracting(Line::label).doesNotHaveDuplicates();
                    others.addAll(killed.lines());
                    assertInOrder(others);
                    assertThat(others).hasSizeLessThanOrEqualTo(ACCOUNTS * EVENTS + 20 + 3); // a page comes again
                }
            }
        }
    }

    private static void assertInOrder(List<Line> lines) {
        var versions = new HashMap<String, Long>();
        for (var line : lines.stream().sorted(Comparator.comparingLong(Line::timeNs)).toList()) {
            long before = versions.getOrDefault(line.modelId, 0L);
            assertThat(line.version).isLessThanOrEqualTo(before + 1);
            versions.put(line.modelId, Math.max(before, line.version));
        }
        assertThat(versions.values()).hasSize(ACCOUNTS).containsOnly((long) EVENTS);
    }
}
