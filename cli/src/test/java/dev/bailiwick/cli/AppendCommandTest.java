package dev.bailiwick.cli;

import static dev.bailiwick.cli.StoreCalls.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.store.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AppendCommandTest {
    private final Path directory;
    private final StoreCalls store;

    AppendCommandTest(@TempDir Path directory) {
        this.directory = directory;
        this.store = StoreCalls.make(directory);
    }

    private Execution append(String... more) {
        var arguments = new String[more.length + 2];
        arguments[0] = "append";
        arguments[1] = "acme/orders/1";
        System.arraycopy(more, 0, arguments, 2, more.length);
        return store.call(arguments);
    }

    @Test
    void anAppendTellsTheVersion() {
        assertThat(append("a", "--type", "T").succeeds().out()).isEqualTo("Appended as version 1.\n");
        assertThat(append("b", "--type", "T", "--json").succeeds().out())
                .isEqualTo("{\"key\":\"" + KEY + "\",\"firstVersion\":2,\"version\":2,\"duplicate\":false}\n");
    }

    @Test
    void thePayloadIsAnArgumentOrAFileOrStandardInput() throws IOException {
        var file = Files.write(directory.resolve("payload"), new byte[]{0, (byte) 0xff});

        append("Zürich", "--type", "T").succeeds();
        append("--type", "T", "--file", file.toString()).succeeds();
        store.callWith("from a pipe", "append", "acme/orders/1", "-", "--type", "T", "--metadata", "by=ann",
                "--metadata", "why=x=y").succeeds();

        assertThat(store.call("read", "acme/orders/1", "--json").succeeds().out().lines())
                .satisfiesExactly(line -> assertThat(line).contains("\"payload\":\"Zürich\",\"metadata\":{}"),
                        line -> assertThat(line).contains("\"payloadBase64\":\"AP8=\""),
                        line -> assertThat(line)
                                .contains("\"payload\":\"from a pipe\",\"metadata\":{\"by\":\"ann\",\"why\":\"x=y\"}"));
    }

    @Test
    void linesAreAppendedTogether() {
        var appended = store.callWith("""
                {"type": "Placed", "payload": {"total":  12}, "metadata": {"by": "bob"}}

                {"payload": "two\\nlines"}
                {"type": "Scanned", "payloadBase64": "AP8="}
                """, "append", "acme/orders/1", "--lines", "--type", "Noted", "--metadata", "by=ann");

        assertThat(appended.succeeds().out()).isEqualTo("Appended as versions 1 to 3.\n");
        assertThat(store.call("read", "acme/orders/1", "--json").succeeds().out().lines()).satisfiesExactly(
                line -> assertThat(line).contains(
                        "\"type\":\"Placed\",\"payload\":\"{\\\"total\\\":  12}\",\"metadata\":{\"by\":\"bob\"}"),
                line -> assertThat(line)
                        .contains("\"type\":\"Noted\",\"payload\":\"two\\nlines\",\"metadata\":{\"by\":\"ann\"}"),
                line -> assertThat(line).contains("\"type\":\"Scanned\",\"payloadBase64\":\"AP8=\""));
    }

    @Test
    void whatReadPrintedCanBeAppendedElsewhere() {
        append("a", "--type", "T", "--metadata", "k=v").succeeds();
        store.callWith("\u0000", "append", "acme/orders/1", "-", "--type", "U").succeeds();
        var lines = store.call("read", "acme/orders/1", "--json").succeeds().out();

        store.callWith(lines, "append", "acme/copies/1", "--lines").succeeds();

        var copies = store.call("read", "acme/copies/1").succeeds().out();
        assertThat(copies.replaceAll("  2.*Z ", "  "))
                .isEqualTo(store.call("read", "acme/orders/1").succeeds().out().replaceAll("  2.*Z ", "  "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"{\"payload\":1}|it has no type, and --type gives none",
            "[1]|it is not a JSON object", "{\"type\":\"T\"}|an event has either a payload or a payloadBase64",
            "{\"type\":\"T\",\"payload\":1,\"payloadBase64\":\"\"}|an event has either a payload or a payloadBase64",
            "{\"type\":1,\"payload\":1}|type is a JSON string",
            "{\"type\":\"T\",\"paylod\":1}|an event has no 'paylod'",
            "{\"type\":\"T\",\"payload\":1,\"metadata\":[]}|metadata is a JSON object",
            "{\"type\":\"T\",\"payload\":1,\"metadata\":{\"a\":1}}|metadata 'a' is a JSON string",
            "{\"type\":\" \",\"payload\":1}|2004 InvalidRequest: event type: it is not blank",
            "{\"type\":\"T\",\"payloadBase64\":\"?\"}|payloadBase64 is not base64",
            "{|at character 2: a name in quotes is expected"})
    void aLineThatIsNoEventIsNamed(String line, String reason) {
        store.callWith("\n" + line, "append", "acme/orders/1", "--lines")
                .isRefusedWith("bailiwick append: line 2 is no event: " + reason + ".");
        assertThat(store.call("details", "acme/orders/1").exitCode()).isEqualTo(3);
    }

    @Test
    void linesAreBounded() {
        store.callWith("", "append", "acme/orders/1", "--lines")
                .isRefusedWith("bailiwick append: standard input has no line with an event.");
        store.callWith("{\"type\":\"T\",\"payload\":1}\n".repeat(Limits.MAX_EVENTS_PER_REQUEST + 1), "append",
                "acme/orders/1", "--lines")
                .isRefusedWith("bailiwick append: there are more than the 4096 events that one append may have.");
        store.callWith(" ".repeat(EventLines.MAX_BYTES + 1), "append", "acme/orders/1", "--lines")
                .isRefusedWith("bailiwick append: standard input has more than 33554432 bytes of lines.");
    }

    @Test
    void aPayloadIsBounded() {
        store.callWith("x".repeat(Limits.MAX_PAYLOAD_BYTES), "append", "acme/orders/1", "-", "--type", "T").succeeds();
        store.callWith("x".repeat(Limits.MAX_PAYLOAD_BYTES + 1), "append", "acme/orders/1", "-", "--type", "T")
                .isRefusedWith("bailiwick append: standard input has more than the 1048576 bytes that the payload of an"
                        + " event may have.");
    }

    @Test
    void anExpectationThatDoesNotHoldIsRefusedWithItsNumber() {
        append("a", "--type", "T", "--expect", "none").succeeds();
        append("a", "--type", "T", "--expect", "1").succeeds();
        append("a", "--type", "T", "--expect", "exists").succeeds();

        append("a", "--type", "T", "--expect", "2").failsWith(3,
                "bailiwick append: 2003 OptimisticConcurrencyViolation: "
                        + KEY + " was expected to be exactly(2) and is at version 3.");
        store.call("append", "acme/orders/2", "a", "--type", "T", "--expect", "exists").failsWith(3,
                "bailiwick append: 2005 WriteToMissingAggregate: " + KEY.replaceAll("1$", "2")
                        + " was expected to exist and does not.");
        append("a", "--type", "T", "--expect", "-1").isRefusedWith(
                "bailiwick append: invalid value for option '--expect': '-1' is not any, none, exists or a version.");
    }

    @Test
    void aCommandThatIsSentAgainIsRecognised() {
        var id = "0198c5f0-7a00-4000-8145-000000000001";
        append("a", "--type", "T", "--command-id", id).succeeds();

        assertThat(append("a", "--type", "T", "--command-id", id).succeeds().out())
                .isEqualTo("Nothing to do: this command was executed before, as version 1.\n");
        append("b", "--type", "T", "--command-id", id).failsWith(3,
                "bailiwick append: 2011 CommandReused: command " + id
                        + " was executed with different content; a new command needs a new id.");
    }

    @Test
    void thereIsOnePayloadAndATypeToIt() {
        append("--type", "T").isRefusedWith("bailiwick append: what is the payload? Give it as one argument, or - to"
                + " read it, or --file, or --lines.");
        append("a", "--type", "T", "--lines").isRefusedWith(
                "bailiwick append: which payload? Give it as one argument, or - to read it, or --file, or --lines.");
        append("a").isRefusedWith("bailiwick append: an event has a type: give --type.");
        append("--type", "T", "--file", "no/such").isRefusedWith("bailiwick append: there is no file no/such.");
        append("Z\uFFFDrich", "--type", "T").isRefusedWith("bailiwick append: the payload cannot be taken: its letters"
                + " cannot be read in the encoding of this terminal, " + System.getProperty("sun.jnu.encoding")
                + ", and other letters would be another id.");
    }

    @Test
    void theKeyHasThreeParts() {
        store.call("append", "acme/orders", "a", "--type", "T")
                .isRefusedWith("bailiwick append: invalid value for positional parameter at index 0 (KEY): an aggregate"
                        + " key is written org/type/id, not 'acme/orders'.");
    }
}
