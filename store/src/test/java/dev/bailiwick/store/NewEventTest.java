package dev.bailiwick.store;

import static dev.bailiwick.store.Refusals.exceeds;
import static dev.bailiwick.store.Refusals.invalid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NewEventTest {
    private static final String HALF_A_PAIR = "\uD83D";

    private static NewEvent event() {
        return NewEvent.of("Noted", new byte[]{1, 2});
    }

    private static Map<String, String> entries(int count) {
        return IntStream.range(0, count).boxed().collect(Collectors.toMap(i -> "key-" + i, i -> ""));
    }

    @Test
    void itHasATypeAPayloadAndNoMetadataAtFirst() {
        assertThat(event().type()).isEqualTo("Noted");
        assertThat(event().payload()).containsExactly(1, 2);
        assertThat(event().metadata()).isEmpty();
    }

    @Test
    void thePayloadIsCopiedOnTheWayInAndOnTheWayOut() {
        var payload = new byte[]{1, 2};
        var event = NewEvent.of("Noted", payload);

        payload[0] = 99;
        event.payload()[1] = 99;

        assertThat(event.payload()).containsExactly(1, 2);
    }

    @Test
    void theMetadataIsCopiedAndCannotBeChanged() {
        var metadata = new HashMap<>(Map.of("a", "1"));
        var event = event().withMetadata(metadata);

        metadata.put("b", "2");

        assertThat(event.metadata()).isEqualTo(Map.of("a", "1"));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> event.metadata().put("b", "2"));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> event().metadata().put("b", "2"));
    }

    @Test
    void aWholeMapReplacesTheMetadataAndOneEntryAddsToIt() {
        var first = event().withMetadata("b", "1").withMetadata("a", "2").withMetadata("b", "3");
        var second = first.withMetadata(Map.of("c", "4"));

        assertThat(first.metadata()).containsExactly(Map.entry("a", "2"), Map.entry("b", "3"));
        assertThat(second.metadata()).containsExactly(Map.entry("c", "4"));
        assertThat(second.type()).isEqualTo("Noted");
        assertThat(second.payload()).containsExactly(1, 2);
    }

    @Test
    void metadataIsSortedByKeyWhateverTheOrderItCameIn() {
        var backwards = new TreeMap<String, String>(Comparator.reverseOrder());
        backwards.putAll(Map.of("a", "1", "b", "2", "c", "3"));

        assertThat(event().withMetadata(backwards).metadata().keySet()).containsExactly("a", "b", "c");
        assertThat(event().withMetadata(backwards).withMetadata("aa", "").metadata().keySet()).containsExactly("a",
                "aa", "b", "c");
    }

    @Test
    void aPayloadOfTheMaximumIsTakenAndOneByteMoreIsRefused() {
        assertThat(NewEvent.of("E", new byte[1_048_576]).payload()).hasSize(1_048_576);
        assertThat(NewEvent.of("E", new byte[0]).payload()).isEmpty();

        exceeds("payload bytes", 1_048_577, 1_048_576, () -> NewEvent.of("E", new byte[1_048_577]));
    }

    @Test
    void aTypeOfTheMaximumIsTakenAndOneByteMoreIsRefused() {
        assertThat(NewEvent.of("x".repeat(255), new byte[0]).type()).hasSize(255);
        assertThat(NewEvent.of("\u00FC".repeat(127) + "x", new byte[0]).type()).hasSize(128);

        exceeds("event type bytes", 256, 255, () -> NewEvent.of("x".repeat(256), new byte[0]));
        exceeds("event type bytes", 256, 255, () -> NewEvent.of("\u00FC".repeat(128), new byte[0]));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t\n", "\u2003"})
    void aBlankTypeIsRefused(String type) {
        invalid("event type", () -> NewEvent.of(type, new byte[0]));
    }

    @Test
    void sixtyFourMetadataEntriesAreTakenAndOneMoreIsRefused() {
        assertThat(event().withMetadata(entries(64)).metadata()).hasSize(64);

        exceeds("metadata entries", 65, 64, () -> event().withMetadata(entries(65)));
        exceeds("metadata entries", 65, 64, () -> event().withMetadata(entries(64)).withMetadata("one more", ""));
    }

    @Test
    void metadataOfTheMaximumIsTakenAndOneByteMoreIsRefused() {
        var most = event().withMetadata(Map.of("k\u00FC", "v".repeat(16_384 - 3 - 2), "x", "y"));

        assertThat(most.metadata()).hasSize(2);
        exceeds("metadata bytes", 16_385, 16_384, () -> most.withMetadata("x", "yy"));
        exceeds("metadata bytes", 16_385, 16_384, () -> most.withMetadata("", "y"));
    }

    @Test
    void textThatUtf8CannotExpressIsRefused() {
        invalid("event type", () -> NewEvent.of("x" + HALF_A_PAIR, new byte[0]));
        invalid("metadata", () -> event().withMetadata(HALF_A_PAIR, "v"));
        invalid("metadata", () -> event().withMetadata("k", HALF_A_PAIR + "x"));
        invalid("metadata", () -> event().withMetadata(Map.of("k", HALF_A_PAIR)));
    }

    @Test
    void itsBytesAreThoseOfTypePayloadAndMetadata() {
        assertThat(NewEvent.of("\u20AC", new byte[10]).withMetadata(Map.of("a", "bc", "\u00FC", "")).bytes())
                .isEqualTo(3 + 10 + 3 + 2);
    }

    @Test
    void eventsWithTheSameContentAreEqual() {
        var event = event().withMetadata("a", "b");

        assertThat(event).isEqualTo(event().withMetadata("a", "b")).hasSameHashCodeAs(event().withMetadata("a", "b"));
        assertThat(event).isNotEqualTo(event()).isNotEqualTo(event().withMetadata("a", "c"));
        assertThat(event()).isNotEqualTo(NewEvent.of("Other", new byte[]{1, 2}))
                .isNotEqualTo(NewEvent.of("Noted", new byte[]{1, 3}));
    }

    @Test
    void itsTextDoesNotShowThePayload() {
        assertThat(event()).hasToString("NewEvent[Noted, 2 bytes]");
    }
}
