package dev.bailiwick.store;

import static dev.bailiwick.store.Refusals.exceeds;
import static dev.bailiwick.store.Refusals.invalid;
import static dev.bailiwick.store.Samples.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReadRequestTest {

    @Test
    void byDefaultItReadsForwardsFromTheBeginningInPagesOfAThousandEvents() {
        assertThat(ReadRequest.of(KEY)).isEqualTo(
                new ReadRequest(KEY, Direction.FORWARDS, OptionalLong.empty(), 1_000, 4_194_304, Set.of()));
    }

    @Test
    void everyChangeKeepsTheRest() {
        var all = new ReadRequest(KEY, Direction.BACKWARDS, OptionalLong.of(4), 5, 6, Set.of("A"));

        assertThat(all.from(9)).isEqualTo(
                new ReadRequest(KEY, Direction.BACKWARDS, OptionalLong.of(9), 5, 6, Set.of("A")));
        assertThat(all.limit(9)).isEqualTo(
                new ReadRequest(KEY, Direction.BACKWARDS, OptionalLong.of(4), 9, 6, Set.of("A")));
        assertThat(all.maxBytes(9)).isEqualTo(
                new ReadRequest(KEY, Direction.BACKWARDS, OptionalLong.of(4), 5, 9, Set.of("A")));
        assertThat(all.eventType("B")).isEqualTo(
                new ReadRequest(KEY, Direction.BACKWARDS, OptionalLong.of(4), 5, 6, Set.of("A", "B")));
        assertThat(ReadRequest.of(KEY).from(4).limit(5).maxBytes(6).eventType("A").backwards()).isEqualTo(all);
    }

    @Test
    void aVersionIsOneOrMore() {
        assertThat(ReadRequest.of(KEY).from(1).from()).hasValue(1);
        assertThat(ReadRequest.of(KEY).from(Long.MAX_VALUE).from()).hasValue(Long.MAX_VALUE);

        invalid("from version", () -> ReadRequest.of(KEY).from(0));
        invalid("from version", () -> ReadRequest.of(KEY).from(Long.MIN_VALUE));
    }

    @Test
    void aPageHasOneToTenThousandEvents() {
        assertThat(ReadRequest.of(KEY).limit(1).limit()).isEqualTo(1);
        assertThat(ReadRequest.of(KEY).limit(10_000).limit()).isEqualTo(10_000);

        invalid("page events", () -> ReadRequest.of(KEY).limit(0));
        exceeds("page events", 10_001, 10_000, () -> ReadRequest.of(KEY).limit(10_001));
    }

    @Test
    void aPageHasOneByteToSixteenMebibytes() {
        assertThat(ReadRequest.of(KEY).maxBytes(1).maxBytes()).isEqualTo(1);
        assertThat(ReadRequest.of(KEY).maxBytes(16_777_216).maxBytes()).isEqualTo(16_777_216);

        invalid("page bytes", () -> ReadRequest.of(KEY).maxBytes(0));
        exceeds("page bytes", 16_777_217, 16_777_216, () -> ReadRequest.of(KEY).maxBytes(16_777_217));
    }

    @Test
    void sixtyFourEventTypesAreTakenAndOneMoreIsRefused() {
        var types = Samples.many(64, i -> "type-" + i);
        var request = new ReadRequest(KEY, Direction.FORWARDS, OptionalLong.empty(), 1, 1, types);

        assertThat(request.eventTypes()).hasSize(64);
        assertThat(request.eventType("type-0")).isEqualTo(request);
        exceeds("event types in a filter", 65, 64, () -> request.eventType("one more"));
    }

    @Test
    void anEventTypeThatNoEventCanHaveIsRefused() {
        invalid("event type", () -> ReadRequest.of(KEY).eventType(" "));
        invalid("event type", () -> ReadRequest.of(KEY).eventType("\uDE00"));
        exceeds("event type bytes", 256, 255, () -> ReadRequest.of(KEY).eventType("x".repeat(256)));
    }

    @Test
    void theEventTypesAreCopiedAndCannotBeChanged() {
        var types = new HashSet<>(Set.of("A"));
        var request = new ReadRequest(KEY, Direction.FORWARDS, OptionalLong.empty(), 1, 1, types);

        types.add("B");

        assertThat(request.eventTypes()).containsExactly("A");
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> request.eventTypes().add("B"));
    }
}
