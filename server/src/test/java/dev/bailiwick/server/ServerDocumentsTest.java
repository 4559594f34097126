package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.engine.Bailiwick;
import dev.bailiwick.engine.EngineOptions;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// The documents about the server say what is so.
class ServerDocumentsTest {
    private static String document(String name) throws IOException {
        return Files.readString(Path.of(System.getProperty("project.root"), "docs", name));
    }

    /// The table of settings as `docs/server.md` has it.
    static List<String> rows() {
        return Settings.ALL.stream()
                .map(setting -> String.format(Locale.ROOT, "| `%s` | %s | %s | %s |", setting.name(),
                        setting.type().label(), setting.standard().isEmpty() ? "" : "`" + setting.standard() + "`",
                        setting.description()))
                .toList();
    }

    @Test
    void theTableOfSettingsIsTheOneInTheCode() throws IOException {
        var lines = document("server.md").lines().toList();
        int header = lines.indexOf("| Setting | Values | If nothing is said | What it is |");

        assertThat(header).isNotNegative();
        assertThat(lines.subList(header + 2, header + 2 + rows().size() + 1))
                .containsExactlyElementsOf(Stream.concat(rows().stream(), Stream.of(""))
                        .toList());
    }

    @Test
    void everyExitCodeIsListed() throws IOException {
        for (var exit : ServerExit.values()) {
            assertThat(document("server.md")).contains("| " + exit.code() + " |");
        }
    }

    /// The names of all metrics of ours, as Prometheus knows them.
    private static Set<String> told(Path directory) {
        try (var metrics = new ServerMetrics();
                var store = Bailiwick.open(EngineOptions.at(directory).withShards(1).withSegmentBytes(16 << 20))) {
            metrics.watch(store, directory);
            metrics.started("bailiwick.v1.EventStoreService/Read");
            metrics.started("bailiwick.v1.EventStoreService/Subscribe");
            metrics.finished(
                    new CallObserver.FinishedCall("bailiwick.v1.EventStoreService/Read", Status.Code.OK, 0, 1));
            metrics.appended(0, 1);
            var told = new TreeSet<String>();
            Pattern.compile("^# TYPE (bailiwick_\\w+)", Pattern.MULTILINE).matcher(metrics.scrape()).results()
                    .forEach(match -> told.add(match.group(1)));
            told.removeIf(name -> name.endsWith("_max")); // comes with each histogram
            return told;
        }
    }

    @Test
    void everyMetricOfOursIsDescribedAndNoOther(@TempDir Path directory) throws IOException {
        var described = new TreeSet<String>();
        Pattern.compile("^\\| `(bailiwick_\\w+)", Pattern.MULTILINE).matcher(document("metrics.md")).results()
                .forEach(match -> described.add(match.group(1)));

        assertThat(described).isEqualTo(told(directory));
    }

    @Test
    void dashboardAndAlertsUseOnlyMetricsThatThereAre(@TempDir Path directory) throws IOException {
        var told = told(directory);
        for (var file : List.of("grafana-dashboard.json", "prometheus-alerts.yml")) {
            var text = Files.readString(
                    Path.of(System.getProperty("project.root"), "examples", "monitoring", file));
            var used = new TreeSet<String>();
            Pattern.compile("bailiwick_\\w+").matcher(text).results()
                    .forEach(match -> used.add(match.group().replaceAll("_seconds_bucket$", "_seconds")));

            assertThat(used).as(file).hasSizeGreaterThan(10);
            assertThat(told).as(file).containsAll(used);
        }
    }

    @Test
    void dashboardAlertsAndConfigurationCanBeRead() throws IOException {
        for (var file : List.of("grafana-dashboard.json", "prometheus-alerts.yml", "prometheus.yml")) {
            var text = Files.readString(
                    Path.of(System.getProperty("project.root"), "examples", "monitoring", file));

            assertThat(new Load(LoadSettings.builder().setAllowDuplicateKeys(false).build()).loadFromString(text))
                    .as(file).isInstanceOf(Map.class);
        }
    }

    @Test
    void theLimitsOfTheServersOwnFilesAreListed() throws IOException {
        var limits = document("limits.md");

        for (var row : List.of(row("API keys", ApiKeys.MAX_KEYS),
                row("bytes of a key's name", ApiKeyRequest.MAX_NAME_BYTES),
                row("bytes of the file of keys", KeyFile.MAX_BYTES),
                row("bytes of a configuration file", ConfigFile.MAX_BYTES),
                row("lines a second that callers can bring into the log", Remarks.MAX_PER_SECOND),
                row("lines of libraries in the log at once", ServerLog.MAX_LIBRARY_LINES),
                row("lines of libraries a second after that", ServerLog.MAX_LIBRARY_LINES_PER_SECOND),
                row("threads of the metrics endpoint", MetricsEndpoint.THREADS),
                row("requests that wait there", MetricsEndpoint.WAITING))) {
            assertThat(limits).contains(row);
        }
    }

    private static String row(String name, long value) {
        return String.format(Locale.ROOT, "| %s | %,d |", name, value);
    }
}
