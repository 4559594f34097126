package dev.bailiwick.store.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.NewEvent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class FingerprintTest {
    private static final ExpectedVersion ANY = ExpectedVersion.any();

    private static AggregateKey key(int lastByte) {
        return new AggregateKey(UUID.fromString("01020304-0506-0708-090a-0b0c0d0e0f10"),
                UUID.fromString("11121314-1516-1718-191a-1b1c1d1e1f20"),
                new UUID(0xfffefdfcfbfaf9f8L, 0xf7f6f5f4f3f2f100L | lastByte));
    }

    private static NewEvent event(String type, int... payload) {
        var bytes = new byte[payload.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) payload[i];
        }
        return NewEvent.of(type, bytes);
    }

    private static Hash256 print(AppendRequest.Builder request) {
        return Fingerprint.of(request.build());
    }

    /// A request for which every test knows another that differs in one thing.
    private static AppendRequest.Builder request() {
        return AppendRequest.builder().write(key(1), ANY, event("A", 1), event("B", 2)).write(key(2), ANY,
                event("C", 3).withMetadata("k", "v"));
    }

    private static AppendRequest.Builder one(ExpectedVersion expected, NewEvent... events) {
        return AppendRequest.builder().write(key(1), expected, events);
    }

    /// Computed by another program in another language. A command that is resent across an upgrade depends on it.
    @Test
    void theFingerprintOfARequest() {
        var metadata = Map.of("\uFF5E", "fullwidth", "\uD83D\uDE00", "grin", "plain", "");
        var request = AppendRequest.builder()
                .write(key(0xF0), ANY, NewEvent.of("Debited", "payload".getBytes(StandardCharsets.US_ASCII)))
                .write(key(1), ExpectedVersion.noStream(), event("Credited").withMetadata(metadata),
                        event("Noted", 0, 0xFF).withMetadata("a", "b"))
                .write(key(2), ExpectedVersion.exists(), event("X"))
                .write(key(3), ExpectedVersion.exactly(7), event("Y"));

        assertThat(print(request)).hasToString("2129cf3d8a736b58a84a550bab72e36aad5f2eda094fa5e8b07257f33adcaa32");
    }

    @Test
    void theSameContentHasTheSamePrint() {
        assertThat(print(request())).isEqualTo(print(request()));
    }

    @Test
    void theCommandIdDoesNotMatter() {
        assertThat(print(request().commandId(new UUID(1, 1)))).isEqualTo(print(request()));
    }

    @Test
    void theOrderInWhichMetadataWasGivenDoesNotMatter() {
        var there = event("A").withMetadata("a", "1").withMetadata("b", "2");
        var back = event("A").withMetadata("b", "2").withMetadata("a", "1");

        assertThat(print(one(ANY, there))).isEqualTo(print(one(ANY, back)));
    }

    @Test
    void anotherPartOfTheKeyIsAnotherPrint() {
        var id = new UUID(9, 9);
        var key = key(1);
        var keys = List.of(key, new AggregateKey(id, key.aggregateTypeId(), key.aggregateId()),
                new AggregateKey(key.orgId(), id, key.aggregateId()),
                new AggregateKey(key.orgId(), key.aggregateTypeId(), id));

        assertThat(keys).extracting(each -> print(AppendRequest.builder().write(each, ANY, event("A"))))
                .doesNotHaveDuplicates();
    }

    @Test
    void anotherExpectationIsAnotherPrint() {
        var expectations = List.of(ANY, ExpectedVersion.noStream(), ExpectedVersion.exists(),
                ExpectedVersion.exactly(1), ExpectedVersion.exactly(2), ExpectedVersion.exactly(Long.MAX_VALUE));

        assertThat(expectations).extracting(expected -> print(one(expected, event("A")))).doesNotHaveDuplicates();
    }

    @Test
    void anotherEventIsAnotherPrint() {
        var events = List.of(event("A", 1), event("B", 1), event("A", 2), event("A"), event("A", 1, 1),
                event("A", 1).withMetadata("k", "v"), event("A", 1).withMetadata("k", "w"),
                event("A", 1).withMetadata("l", "v"), event("A", 1).withMetadata("kv", ""),
                event("A", 1).withMetadata(Map.of("k", "", "v", "")));

        assertThat(events).extracting(event -> print(one(ANY, event))).doesNotHaveDuplicates();
    }

    @Test
    void moreFewerOrReorderedEventsAreAnotherPrint() {
        var a = event("A");
        var b = event("B");

        assertThat(List.of(one(ANY, a, b), one(ANY, b, a), one(ANY, a), one(ANY, a, b, b)))
                .extracting(FingerprintTest::print).doesNotHaveDuplicates();
    }

    @Test
    void theOrderOfWritesMatters() {
        var there = AppendRequest.builder().write(key(1), ANY, event("A")).write(key(2), ANY, event("A"));
        var back = AppendRequest.builder().write(key(2), ANY, event("A")).write(key(1), ANY, event("A"));

        assertThat(print(there)).isNotEqualTo(print(back));
    }

    @Test
    void whichWriteAnEventBelongsToMatters() {
        var twoAndOne = AppendRequest.builder().write(key(1), ANY, event("A"), event("A")).write(key(2), ANY,
                event("A"));
        var oneAndTwo = AppendRequest.builder().write(key(1), ANY, event("A")).write(key(2), ANY, event("A"),
                event("A"));

        assertThat(print(twoAndOne)).isNotEqualTo(print(oneAndTwo));
    }
}
