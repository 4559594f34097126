package dev.bailiwick.cli;

import static dev.bailiwick.cli.StoreCalls.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Subscribing and verifying.
class FeedCommandsTest {
    private final Path directory;
    private final StoreCalls store;

    FeedCommandsTest(@TempDir Path directory) {
        this.directory = directory;
        this.store = StoreCalls.make(directory);
    }

    private void append(String key, String type, String payload) {
        store.call("append", key, payload, "--type", type).succeeds();
    }

    private String payloads(String... arguments) {
        return store.call(arguments).succeeds().out().lines()
                .map(line -> line.replaceAll(".*\"payload\":\"([^\"]*)\".*", "$1")).collect(Collectors.joining(" "));
    }

    @Test
    void everythingThatHappenedIsPrinted() {
        append("acme/orders/1", "Placed", "a");
        store.call("append", "acme/orders/1", "b", "--type", "Paid", "--command-id",
                "0198c5f0-7a00-4000-8145-000000000001").succeeds();
        store.call("trim", "acme/orders/1", "--keep-from", "2").succeeds();
        store.call("delete", "acme/orders/1", "--recreatable", "--yes").succeeds();

        var lines = store.call("subscribe", "--until-idle", "--json").succeeds().out().lines().toList();
        var table = store.call("subscribe", "--until-idle").succeeds().out().lines().toList();

        assertThat(lines).hasSize(4).first().asString()
                .startsWith("{\"change\":\"appended\",\"key\":\"" + KEY + "\",\"version\":1,\"type\":\"Placed\"")
                .doesNotContain("commandId");
        assertThat(lines.get(1)).endsWith(",\"commandId\":\"0198c5f0-7a00-4000-8145-000000000001\"}");
        assertThat(lines.get(2)).matches("\\{\"change\":\"trimmed\",\"key\":\"" + KEY
                + "\",\"recordedAt\":\"[^\"]*\",\"partition\":1,\"sequence\":3,\"firstVersion\":2\\}");
        assertThat(lines.get(3)).matches("\\{\"change\":\"deleted\",\"key\":\"" + KEY
                + "\",\"recordedAt\":\"[^\"]*\",\"partition\":1,\"sequence\":4,\"version\":2,\"recreatable\":true\\}");
        assertThat(table).hasSize(5);
        assertThat(table.getFirst()).matches("  recorded at +change +key +version +type +payload");
        assertThat(table.getLast()).matches("  \\S+ +deleted, recreatable +" + KEY + " +2");
    }

    @Test
    void anEmptyStoreIsIdleAtOnce() {
        assertThat(store.call("subscribe", "--until-idle").succeeds().out()).isEmpty();
        assertThat(store.call("subscribe", "--until-idle", "--from", "now").succeeds().out()).isEmpty();
    }

    @Test
    void filtersNarrow() {
        append("acme/orders/1", "Placed", "a");
        append("acme/orders/1", "Paid", "b");
        append("acme/invoices/1", "Placed", "c");
        append("bolt/orders/1", "Placed", "d");

        assertThat(payloads("subscribe", "--until-idle", "--json", "--org", "bolt")).isEqualTo("d");
        assertThat(payloads("subscribe", "--until-idle", "--json", "--aggregate-type", "invoices")).isEqualTo("c");
        assertThat(payloads("subscribe", "--until-idle", "--json", "--org", "acme", "--event-type", "Placed"))
                .isEqualTo("a c");
        assertThat(payloads("subscribe", "--until-idle", "--json", "--aggregate", "acme/orders/1", "--aggregate",
                "bolt/orders/1")).isEqualTo("a b d");
        assertThat(payloads("subscribe", "--limit", "2", "--json", "--event-type", "Placed")).isEqualTo("a c");
    }

    @Test
    void aPositionFileLetsTheNextCallGoOn() throws IOException {
        var file = directory.resolve("position");
        for (int i = 1; i <= 5; i++) {
            append("acme/orders/1", "T", "" + i);
        }

        assertThat(payloads("subscribe", "--json", "--position-file", file.toString(), "--limit", "2"))
                .isEqualTo("1 2");
        assertThat(payloads("subscribe", "--json", "--from", Files.readString(file).strip(), "--limit", "1"))
                .isEqualTo("3");
        assertThat(payloads("subscribe", "--json", "--position-file", file.toString(), "--until-idle"))
                .isEqualTo("3 4 5");
        assertThat(payloads("subscribe", "--json", "--position-file", file.toString(), "--until-idle")).isEmpty();
        append("acme/orders/1", "T", "6");
        assertThat(payloads("subscribe", "--json", "--position-file", file.toString(), "--until-idle")).isEqualTo("6");
    }

    @Test
    void aLimitThatEndsInsideABatchLosesNothing() {
        var file = directory.resolve("position").toString();
        store.fill(600, _ -> AggregateKey.of(1, 2, 3));

        var first = store.call("subscribe", "--json", "--position-file", file, "--limit", "300").succeeds().out();
        var rest = store.call("subscribe", "--json", "--position-file", file, "--until-idle").succeeds().out();

        assertThat(first.lines()).hasSize(300);
        assertThat((first + rest).lines()).hasSize(600).doesNotHaveDuplicates();
    }

    @Test
    void nowIsKeptBeforeAnythingComes() {
        var file = directory.resolve("position").toString();
        append("acme/orders/1", "T", "1");

        store.call("subscribe", "--json", "--from", "now", "--position-file", file, "--until-idle").succeeds();
        append("acme/orders/1", "T", "2");

        assertThat(payloads("subscribe", "--json", "--from", "now", "--position-file", file, "--until-idle"))
                .isEqualTo("2");
    }

    @Test
    void whatIsNoPositionIsRefused() throws IOException {
        var file = Files.writeString(directory.resolve("position"), "nonsense");
        var other = StoreCalls.make(directory.resolve("other"));
        other.call("append", "a/b/1", "x", "--type", "T").succeeds();
        other.call("subscribe", "--limit", "1", "--position-file", directory.resolve("other-position").toString())
                .succeeds();

        store.call("subscribe", "--from", "later").isRefusedWith(
                "bailiwick subscribe: invalid value for option '--from': 'later' is no position.");
        store.call("subscribe", "--position-file", file.toString())
                .isRefusedWith("bailiwick subscribe: the file " + file + " cannot be used: 'nonsense' is no position.");
        var foreign = store.call("subscribe", "--position-file", directory.resolve("other-position").toString());
        assertThat(foreign.exitCode()).isEqualTo(3);
        assertThat(foreign.err()).startsWith("bailiwick subscribe: 1002 InvalidPosition: ");
    }

    @Test
    void aSoundStoreVerifies() {
        append("acme/orders/1", "T", "a");
        append("acme/orders/2", "T", "b");
        append("bolt/orders/1", "T", "c");

        assertThat(store.call("verify").succeeds().out())
                .isEqualTo("Verified 3 aggregates with 3 events: no problem.\n");
        assertThat(store.call("verify", "acme").succeeds().out())
                .isEqualTo("Verified 2 aggregates with 2 events: no problem.\n");
        assertThat(store.call("verify", "acme/orders/1").succeeds().out())
                .isEqualTo("Verified 1 aggregate with 1 event: no problem.\n");
        assertThat(store.call("verify", "--json").succeeds().out())
                .matches(
                        "\\{\"aggregates\":3,\"events\":3,\"problemCount\":0,\"problems\":\\[\\],\"digests\":\\{\"1\":\\{"
                                + "\"sequence\":2,\"digest\":\"[0-9a-f]{64}\"\\},\"2\":\\{.*\\}\\}\\}\n");
        store.call("verify", "acme/orders").isRefusedWith(
                "bailiwick verify: cannot verify that: an aggregate key is written org/type/id, not 'acme/orders'.");
    }

    @Test
    void damageIsFoundAndHasAnExitCodeOfItsOwn() throws IOException {
        append("acme/orders/1", "T", "a payload that will be damaged");
        append("acme/orders/1", "T", "b");
        append("acme/orders/1", "T", "c");
        damage("a payload that will be damaged");

        var verified = store.call("verify");

        assertThat(verified.exitCode()).isEqualTo(5);
        assertThat(verified.out() + verified.err()).containsAnyOf("problem", "12004 UnreadableStore");
    }

    /// Changes a letter, wherever in the store the text is.
    private void damage(String text) throws IOException {
        try (var files = Files.walk(store.directory())) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var content = Files.readString(file, StandardCharsets.ISO_8859_1);
                if (content.contains(text)) {
                    Files.writeString(file, content.replace(text, text.replace('w', 'W')), StandardCharsets.ISO_8859_1);
                    return;
                }
            }
        }
        throw new IllegalStateException("no file has it");
    }

    @Test
    void progressIsForTerminals() {
        append("acme/orders/1", "T", "a");

        assertThat(store.callAtTerminal("", "verify").err()).isEqualTo(
                "\r\u001b[Kverified 1 aggregate with 1 event\r\u001b[K");
        assertThat(store.call("verify").err()).isEmpty();
    }
}
