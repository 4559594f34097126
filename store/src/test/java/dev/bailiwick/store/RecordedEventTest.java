package dev.bailiwick.store;

import static dev.bailiwick.store.Samples.KEY;
import static dev.bailiwick.store.Samples.STAMP;
import static dev.bailiwick.store.Samples.TIME;
import static dev.bailiwick.store.Samples.key;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RecordedEventTest {
    private static final Hash256 HASH = new Hash256(-1, -1, 3, 4);

    private static RecordedEvent event(long version, String type, byte[] payload, boolean erased) {
        var metadata = Collections.unmodifiableSortedMap(new TreeMap<>(Map.of("k", "v")));
        return new RecordedEvent(KEY, version, type, metadata, payload, erased, STAMP, HASH);
    }

    private static RecordedEvent event() {
        return event(2, "Noted", new byte[]{1, 2, 3}, false);
    }

    @Test
    void itTellsWhatWasRecordedWhenAndWhere() {
        assertThat(event().key()).isEqualTo(KEY);
        assertThat(event().version()).isEqualTo(2);
        assertThat(event().type()).isEqualTo("Noted");
        assertThat(event().payload()).containsExactly(1, 2, 3);
        assertThat(event().metadata()).containsExactly(Map.entry("k", "v"));
        assertThat(event().recordedAt()).isEqualTo(TIME);
        assertThat(event().partition()).isEqualTo(5);
        assertThat(event().sequence()).isEqualTo(9);
        assertThat(event().hash()).isEqualTo(HASH);
        assertThat(event().erased()).isFalse();
        assertThat(event().bytes()).isEqualTo(5 + 3 + 2);
    }

    @Test
    void itsIdComesFromItsHash() {
        assertThat(event().eventId()).isEqualTo(UUID.fromString("ffffffff-ffff-8fff-bfff-ffffffffffff"));
    }

    @Test
    void thePayloadThatIsHandedOutIsACopy() {
        var event = event();

        event.payload()[0] = 99;

        assertThat(event.payload()).containsExactly(1, 2, 3);
    }

    @Test
    void eventsAreEqualIfNothingDiffers() {
        var other = new RecordedEvent(key(4), 2, "Noted", event().metadata(), event().payload(), false, STAMP, HASH);

        assertThat(event()).isEqualTo(event()).hasSameHashCodeAs(event());
        assertThat(List.of(event(3, "Noted", new byte[]{1, 2, 3}, false), event(2, "Other", new byte[]{1, 2, 3}, false),
                event(2, "Noted", new byte[]{1, 2}, false), event(2, "Noted", new byte[]{1, 2, 3}, true), other))
                .doesNotContain(event());
    }

    @Test
    void itsTextDoesNotShowThePayload() {
        assertThat(event()).hasToString("RecordedEvent[" + KEY + "@2 Noted, 3 bytes]");
        assertThat(event(2, "Noted", new byte[0], true)).hasToString("RecordedEvent[" + KEY + "@2 Noted, erased]");
    }
}
