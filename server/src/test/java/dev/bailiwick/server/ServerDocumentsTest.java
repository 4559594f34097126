package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.testkit.InMemoryEventStore;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

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

    @Test
    void everyMetricOfOursIsDescribedAndNoOther() throws IOException {
        try (var metrics = new ServerMetrics(); var store = InMemoryEventStore.create()) {
            metrics.watch(store, Path.of("."));
            metrics.started("bailiwick.v1.EventStoreService/Read");
            metrics.started("bailiwick.v1.EventStoreService/Subscribe");
            metrics.finished(
                    new CallObserver.FinishedCall("bailiwick.v1.EventStoreService/Read", Status.Code.OK, 0, 1));
            metrics.appended(0, 1);
            var told = new TreeSet<String>();
            Pattern.compile("^# TYPE (bailiwick_\\w+)", Pattern.MULTILINE).matcher(metrics.scrape()).results()
                    .forEach(match -> told.add(match.group(1)));
            told.removeIf(name -> name.endsWith("_max")); // comes with each histogram
            var described = new TreeSet<String>();
            Pattern.compile("^\\| `(bailiwick_\\w+)", Pattern.MULTILINE).matcher(document("metrics.md")).results()
                    .forEach(match -> described.add(match.group(1)));

            assertThat(described).isEqualTo(told);
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
