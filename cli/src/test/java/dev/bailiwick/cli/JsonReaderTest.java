package dev.bailiwick.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {
    @Test
    void anObjectHasItsMembersAndTheirSource() {
        var read = JsonReader.read(" {\"a\": [1, -2.5e3], \"b\" : {\"c\":null} , \"d\":true}\r");

        assertThat(read).isEqualTo(new JsonValue.Members("{\"a\": [1, -2.5e3], \"b\" : {\"c\":null} , \"d\":true}",
                Map.of("a",
                        new JsonValue.Array("[1, -2.5e3]",
                                List.of(new JsonValue.Numeral("1"), new JsonValue.Numeral("-2.5e3"))),
                        "b", new JsonValue.Members("{\"c\":null}", Map.of("c", new JsonValue.Nothing("null"))), "d",
                        new JsonValue.Truth("true", true))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "{ }", "[ ]", "0", "-0", "1E+9", "\"\"", "false", "[[],{}]"})
    void everyKindOfValueIsRead(String text) {
        assertThat(JsonReader.read(text).source()).isEqualTo(text);
    }

    @Test
    void escapesAreResolved() {
        assertThat(JsonReader.read("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00fc\\uD83D\\uDE00ü\""))
                .extracting(value -> ((JsonValue.Text) value).value()).isEqualTo("\"\\/\b\f\n\r\tü\uD83D\uDE00ü");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"``|1|the text ends too early",
            "{|2|a name in quotes is expected", "{\"a\"}|5|':' is expected",
            "{\"a\":1,}|8|a name in quotes is expected",
            "[1,]|4|a value is expected", "[1 2]|4|']' is expected", "01|2|nothing more is expected",
            "+1|1|a value is expected", ".5|1|a value is expected", "1.|2|nothing more is expected",
            "truth|1|a value is expected", "\"a|3|the quotes are not closed", "\"\\x\"|3|there is no such escape",
            "\"\\u12g4\"|4|four hexadecimal digits are expected",
            "\"\\ud800\"|9|the text before holds half a surrogate pair",
            "{\"a\":1,\"a\":2}|13|the member 'a' stands twice", "NaN|1|a value is expected",
            "'a'|1|a value is expected", "{} {}|4|nothing more is expected"})
    void whatIsNotJsonIsRefusedWithItsPlace(String text, int place, String reason) {
        assertThatThrownBy(() -> JsonReader.read(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("at character " + place + ": " + reason);
    }

    @Test
    void controlCharactersInQuotesAreRefused() {
        assertThatThrownBy(() -> JsonReader.read("\"a\tb\"")).hasMessageContaining("is escaped");
        assertThatThrownBy(() -> JsonReader.read("\"a\u0000b\"")).hasMessageContaining("is escaped");
    }

    @Test
    void nestingIsBounded() {
        JsonReader.read("[".repeat(JsonReader.MAX_DEPTH) + "]".repeat(JsonReader.MAX_DEPTH));

        assertThatThrownBy(() -> JsonReader.read("[".repeat(100_000))).hasMessageContaining("more than 64 deep");
    }

    @Property(tries = 500)
    void whatTheWriterWroteIsReadBack(@ForAll String name, @ForAll String value) {
        var written = new JsonWriter().put(valid(name), valid(value)).toString();

        var members = ((JsonValue.Members) JsonReader.read(written)).members();
        assertThat(members).containsOnlyKeys(valid(name)).allSatisfy((_, read) -> assertThat(read)
                .isInstanceOfSatisfying(JsonValue.Text.class,
                        text -> assertThat(text.value()).isEqualTo(valid(value))));
        assertThat(written.codePoints()).allMatch(Printable::isSafe);
    }

    private static String valid(String text) {
        return text.codePoints().filter(c -> Character.getType(c) != Character.SURROGATE)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
    }
}
