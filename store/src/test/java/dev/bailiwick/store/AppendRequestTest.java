package dev.bailiwick.store;

import static dev.bailiwick.store.Refusals.exceeds;
import static dev.bailiwick.store.Samples.KEY;
import static dev.bailiwick.store.Samples.event;
import static dev.bailiwick.store.Samples.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bailiwick.placement.AggregateKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AppendRequestTest {
    private static final ExpectedVersion ANY = ExpectedVersion.any();

    private static AppendRequest.Builder aggregates(int count) {
        var request = AppendRequest.builder();
        for (int i = 0; i < count; i++) {
            request.write(key(i), ANY, event("E"));
        }
        return request;
    }

    private static AppendRequest.Builder events(int count) {
        return AppendRequest.builder().write(key(1), ANY, event("First"))
                .write(key(2), ANY, Collections.nCopies(count - 1, event("E")));
    }

    /// A request of exactly this many bytes.
    private static AppendRequest.Builder bytes(int count) {
        var large = NewEvent.of("E", new byte[1_000_000 - 1]);
        return AppendRequest.builder().write(key(1), ANY, large, large, large, large).write(key(2), ANY,
                NewEvent.of("E", new byte[count - 4_000_000 - 1 - 2]).withMetadata("k", "v"));
    }

    @Test
    void theBuilderKeepsTheWritesInOrder() {
        var commandId = new UUID(1, 2);
        var request = AppendRequest.builder().commandId(commandId)
                .write(key(2), ExpectedVersion.exactly(7), event("A"), event("B"))
                .write(key(1), ANY, List.of(event("C"))).build();

        assertThat(request).isEqualTo(new AppendRequest(Optional.of(commandId),
                List.of(new AggregateWrite(key(2), ExpectedVersion.exactly(7), List.of(event("A"), event("B"))),
                        new AggregateWrite(key(1), ANY, List.of(event("C"))))));
    }

    @Test
    void aCommandIdIsOptional() {
        assertThat(aggregates(1).build().commandId()).isEmpty();
    }

    @Test
    void whatWasBuiltDoesNotChangeWithTheBuilder() {
        var builder = aggregates(1);
        var request = builder.build();

        builder.commandId(new UUID(0, 0)).write(KEY, ANY, event("E"));

        assertThat(request).isEqualTo(aggregates(1).build());
    }

    @Test
    void listsAreCopiedAndCannotBeChanged() {
        var events = new ArrayList<>(List.of(event("A")));
        var writes = new ArrayList<>(List.of(new AggregateWrite(KEY, ANY, events)));
        var request = new AppendRequest(Optional.empty(), writes);

        events.clear();
        writes.clear();

        assertThat(request.writes()).hasSize(1);
        assertThat(request.writes().getFirst().events()).containsExactly(event("A"));
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> request.writes().clear());
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> request.writes().getFirst().events().clear());
    }

    @Test
    void aWriteWithoutEventsIsRefusedAndNamesTheAggregate() {
        assertThatExceptionOfType(EmptyEventsListException.class)
                .isThrownBy(() -> new AggregateWrite(KEY, ANY, List.of()))
                .satisfies(refusal -> assertThat(refusal.reason()).contains(KEY.toString()));
        assertThatExceptionOfType(EmptyEventsListException.class)
                .isThrownBy(() -> AppendRequest.builder().write(KEY, ANY));
    }

    @Test
    void aRequestWithoutWritesIsRefused() {
        assertThatExceptionOfType(EmptyEventsListException.class).isThrownBy(() -> AppendRequest.builder().build());
    }

    @Test
    void oneAggregateTwiceIsRefused() {
        var twice = aggregates(3).write(key(1), ExpectedVersion.exists(), event("Again"));

        assertThatExceptionOfType(AggregateRepeatedException.class).isThrownBy(twice::build)
                .satisfies(refusal -> assertThat(refusal.key()).isEqualTo(key(1)));
    }

    @Test
    void aggregatesOfTheMaximumAreTakenAndOneMoreIsRefused() {
        assertThat(aggregates(256).build().writes()).hasSize(256);

        exceeds("aggregates in a request", 257, 256, () -> aggregates(257).build());
    }

    @Test
    void eventsOfTheMaximumAreTakenAndOneMoreIsRefused() {
        assertThat(events(4_096).build().writes().getLast().events()).hasSize(4_095);

        exceeds("events in a request", 4_097, 4_096, () -> events(4_097).build());
    }

    @Test
    void bytesOfTheMaximumAreTakenAndOneMoreIsRefused() {
        assertThat(bytes(4_194_304).build().writes()).hasSize(2);

        exceeds("bytes in a request", 4_194_305, 4_194_304, () -> bytes(4_194_305).build());
    }

    @Test
    void itsOrgIsThatOfAllItsAggregates() {
        assertThat(aggregates(3).build().org()).isEqualTo(Samples.ORG);
    }

    @Test
    void aSecondOrgIsNamedWhereverItStands() {
        var other = new UUID(0, 99);
        var request = aggregates(3).write(new AggregateKey(other, Samples.TYPE, new UUID(0, 1)), ANY, event("E"))
                .build();

        assertThatExceptionOfType(MultipleOrgsException.class).isThrownBy(request::org).satisfies(refusal -> {
            assertThat(refusal.firstOrg()).isEqualTo(Samples.ORG);
            assertThat(refusal.otherOrg()).isEqualTo(other);
        });
    }
}
