package dev.bailiwick.cli;

import static dev.bailiwick.cli.StoreCalls.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Help.Ansi;

class ReadCommandTest {
    private final StoreCalls store;

    ReadCommandTest(@TempDir Path directory) {
        store = StoreCalls.make(directory);
    }

    private void appendNumbers(int count) {
        store.callWith(
                IntStream.rangeClosed(1, count)
                        .mapToObj(i -> "{\"type\":\"" + (i % 2 == 0 ? "Even" : "Odd") + "\",\"payload\":" + i + "}")
                        .collect(Collectors.joining("\n")),
                "append", "acme/orders/1", "--lines").succeeds();
    }

    private String versions(String... arguments) {
        return store.call(arguments).succeeds().out().lines()
                .map(line -> line.replaceAll(".*\"version\":(\\d+).*", "$1"))
                .collect(Collectors.joining(" "));
    }

    @Test
    void eventsAreATable() {
        store.call("append", "acme/orders/1", "{\"total\": 12}", "--type", "Placed", "--metadata", "by=ann").succeeds();
        store.call("append", "acme/orders/1", "a\tb\u202eb\u001b[31m", "--type", "Noted\u0007").succeeds();
        store.callWith("\u0001", "append", "acme/orders/1", "-", "--type", "Raw").succeeds();

        var out = store.call("read", "acme/orders/1").succeeds().out();

        assertThat(out.replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "TIME                    ")).isEqualTo("""
                  version   recorded at                type         payload                metadata
                  1         TIME                       Placed       {"total": 12}          by=ann
                  2         TIME                       Noted\\u{7}   base64:YQli4oCuYhtbMzFt
                  3         TIME                       Raw          base64:AQ==
                """.replace("payload                m", "payload                   m").replace("12}          by",
                "12}             by"));
    }

    @Test
    void whatIsTextStaysHarmless() {
        store.call("append", "acme/orders/1", "a\nb\u202ec", "--type", "T").succeeds();

        assertThat(store.call("read", "acme/orders/1").succeeds().out()).contains("a\\u{a}b\\u{202e}c");
        assertThat(store.call("read", "acme/orders/1", "--json").succeeds().out())
                .contains("\"payload\":\"a\\nb\\u202ec\"");
    }

    @Test
    void aLineOfJsonHasEverything() {
        store.call("append", "acme/orders/1", "a", "--type", "T", "--metadata", "k=v").succeeds();

        assertThat(store.call("read", "acme/orders/1", "--json").succeeds().out()).matches("\\{\"key\":\"" + KEY
                + "\",\"version\":1,\"type\":\"T\",\"payload\":\"a\",\"metadata\":\\{\"k\":\"v\"\\},\"recordedAt\":\"[^\"]+Z\","
                + "\"eventId\":\"[0-9a-f-]{36}\",\"partition\":1,\"sequence\":1,\"hash\":\"[0-9a-f]{64}\"\\}\n");
    }

    @Test
    void aPartCanBeAskedFor() {
        appendNumbers(6);

        assertThat(versions("read", "acme/orders/1", "--json")).isEqualTo("1 2 3 4 5 6");
        assertThat(versions("read", "acme/orders/1", "--json", "--from", "3", "--limit", "2")).isEqualTo("3 4");
        assertThat(versions("read", "acme/orders/1", "--json", "--backwards", "--limit", "2")).isEqualTo("6 5");
        assertThat(versions("read", "acme/orders/1", "--json", "--event-type", "Even")).isEqualTo("2 4 6");
        assertThat(versions("read", "acme/orders/1", "--json", "--event-type", "Even", "--event-type", "Odd", "--from",
                "5")).isEqualTo("5 6");
    }

    @Test
    void allPagesAreRead() {
        appendNumbers(2_500);

        assertThat(store.call("read", "acme/orders/1", "--json").succeeds().out().lines()).hasSize(2_500);
        assertThat(store.call("read", "acme/orders/1", "--json", "--limit", "1500").succeeds().out().lines())
                .hasSize(1_500);
    }

    @Test
    void followingEndsAtTheLimitToo() {
        appendNumbers(3);

        assertThat(versions("read", "acme/orders/1", "--json", "--follow", "--limit", "3")).isEqualTo("1 2 3");
    }

    @Test
    void whatCannotBeReadIsRefused() {
        appendNumbers(3);
        store.call("trim", "acme/orders/1", "--keep-from", "3").succeeds();

        store.call("read", "acme/orders/2").failsWith(3,
                "bailiwick read: 1001 AggregateNotExists: " + KEY.replaceAll("1$", "2") + " does not exist.");
        store.call("read", "acme/orders/1", "--from", "2").failsWith(3,
                "bailiwick read: 1000 UnavailableVersion: version 2"
                        + " of " + KEY + " was trimmed away; the first readable version is 3.");
        store.call("read", "acme/orders/1", "--follow", "--backwards").isRefusedWith(
                "bailiwick read: what is to come cannot be read backwards: give --follow or --backwards.");
        store.call("read", "acme/orders/1", "--limit", "0").isRefusedWith(
                "bailiwick read: invalid value for option '--limit': '0' is not a whole number from 1 on.");
    }

    @Test
    void colourIsForTerminals() {
        appendNumbers(1);
        var data = store.directory().toString();

        assertThat(store.call("read", "acme/orders/1").out()).doesNotContain("\u001b");
        assertThat(Execution.of(Ansi.ON, Bailiwick.commandLine(), "read", "acme/orders/1", "--data", data).out())
                .contains("\u001b[1m");
    }
}
