package dev.bailiwick.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Utf8Test {

    @ParameterizedTest
    @CsvSource({"'', 0", "a, 1", "\u007F, 1", "\u0080, 2", "\u07FF, 2", "\u0800, 3", "\uFFFF, 3", "\uD83D\uDE00, 4",
            "a\u00FC\u20AC\uD83D\uDE00, 10"})
    void everyCharacterCountsItsBytes(String text, int bytes) {
        assertThat(Utf8.length(text, "text")).isEqualTo(bytes);
        assertThat(text.getBytes(StandardCharsets.UTF_8)).hasSize(bytes);
    }

    @Property
    void theLengthIsThatOfTheEncodedText(@ForAll("texts") String text) {
        assertThat(Utf8.length(text, "text")).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.integers().between(0, Character.MAX_CODE_POINT)
                .filter(point -> point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE)
                .map(Character::toString).list().ofMaxSize(20).map(parts -> String.join("", parts));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "0, 2", "1, 0", "1, 2"})
    void halfASurrogatePairIsRefusedWhereverItStands(int half, int index) {
        var alone = "\uD83D\uDE00".charAt(half);
        var text = new StringBuilder("ab").insert(index, alone).toString();

        assertThatExceptionOfType(InvalidRequestException.class).isThrownBy(() -> Utf8.length(text, "metadata"))
                .satisfies(refusal -> {
                    assertThat(refusal.field()).isEqualTo("metadata");
                    assertThat(refusal.reason()).isEqualTo("it holds half a surrogate pair at index " + index);
                });
    }

    @ParameterizedTest
    @CsvSource({"1, 0, 0", "0, 0, 0", "1, 1, 0"})
    void twoHalvesThatMakeNoPairAreRefused(int first, int second, int index) {
        var pair = "\uD83D\uDE00";
        var text = "" + pair.charAt(first) + pair.charAt(second);

        assertThatExceptionOfType(InvalidRequestException.class).isThrownBy(() -> Utf8.length(text, "event type"))
                .satisfies(refusal -> assertThat(refusal.reason()).endsWith("index " + index));
    }
}
