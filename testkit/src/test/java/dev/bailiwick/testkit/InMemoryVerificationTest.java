package dev.bailiwick.testkit;

import static dev.bailiwick.testkit.StoreUnderTest.events;
import static dev.bailiwick.testkit.StoreUnderTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.ErrorCode;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.PositionAheadException;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.VerifyRequest;
import dev.bailiwick.store.spi.PartitionSequences;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// What only the reference store can show, because its inside can be reached.
class InMemoryVerificationTest {
    private final AggregateKey key = AggregateKey.of("Acme", "Orders", "1");

    @Test
    void aDamagedPayloadIsFoundAndItsAggregateNamed() {
        try (var store = InMemoryEventStore.create()) {
            store.append(key, ExpectedVersion.any(), events(3));
            store.append(AggregateKey.of("Acme", "Orders", "2"), ExpectedVersion.any(), events(3));

            store.damagePayload(key, 2);

            var report = store.verify(VerifyRequest.everything());
            assertThat(report.ok()).isFalse();
            assertThat(report.problemCount()).isEqualTo(1);
            assertThat(report.problems().getFirst().key()).isEqualTo(Optional.of(key));
            assertThat(report.problems().getFirst().description()).contains("version 2");
        }
    }

    @Test
    void aPositionAheadOfTheFeedIsRefused() {
        try (var store = InMemoryEventStore.create()) {
            store.append(key, ExpectedVersion.any(), events(1));
            var subscription = store.subscribe(SubscribeRequest.from(FeedPosition.now()), batch -> {});
            var ahead = oneCommitFurther(subscription.position(), store.partitionMap().partitionCount());
            subscription.close();

            var refusal = refused(ErrorCode.POSITION_AHEAD,
                    () -> store.subscribe(SubscribeRequest.from(ahead), batch -> {}));

            assertThat(refusal).isInstanceOfSatisfying(PositionAheadException.class, e -> {
                assertThat(e.positionSequence()).isEqualTo(2);
                assertThat(e.lastSequence()).isEqualTo(1);
            });
        }
    }

    private static FeedPosition oneCommitFurther(FeedPosition position, int partitionCount) {
        var identity = ByteBuffer.wrap(position.content());
        var storeId = new UUID(identity.getLong(), identity.getLong());
        var sequences = PartitionSequences.read(position, storeId, partitionCount).toArray();
        for (int partition = 0; partition < sequences.length; partition++) {
            sequences[partition] += sequences[partition] > 0 ? 1 : 0;
        }
        return PartitionSequences.of(storeId, sequences).toPosition();
    }
}
