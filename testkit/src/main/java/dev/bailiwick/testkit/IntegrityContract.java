package dev.bailiwick.testkit;

import static dev.bailiwick.testkit.StoreUnderTest.event;
import static dev.bailiwick.testkit.StoreUnderTest.events;
import static dev.bailiwick.testkit.StoreUnderTest.readAll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.PartitionDigest;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.VerifyRequest;
import dev.bailiwick.store.spi.HashChain;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Hash chains and digests.
interface IntegrityContract extends StoreUnderTest {

    private PartitionDigest digestOf(AggregateKey key) {
        var report = store().verify(VerifyRequest.everything());
        assertThat(report.problems()).isEmpty();
        int partition = store().partitionMap().partitionOf(store().routingRule(), key);
        return Optional.ofNullable(report.digests().get(partition)).orElseThrow();
    }

    @Test
    default void anHonestHistoryVerifies() {
        var keys = keys().spread(5);
        keys.forEach(key -> given(key, events(4)));
        store().trim(keys.get(1), 3);
        store().trim(keys.get(2), 5);
        store().delete(keys.get(3), ExpectedVersion.any(), Recreation.ALLOWED);
        store().delete(keys.get(4), ExpectedVersion.any(), Recreation.FORBIDDEN);
        given(keys.get(3), event("Reborn"));

        var report = store().verify(VerifyRequest.everything());

        assertThat(report.problems()).isEmpty();
        assertThat(report.ok()).isTrue();
        assertThat(report.aggregates()).isEqualTo(5);
        assertThat(report.events()).isGreaterThanOrEqualTo(7);
        assertThat(report.digests()).hasSize(5);
    }

    @Test
    default void anEmptyStoreVerifies() {
        var report = store().verify(VerifyRequest.everything());

        assertThat(report.ok()).isTrue();
        assertThat(report.aggregates()).isZero();
        assertThat(report.digests()).isEmpty();
    }

    @Test
    default void oneOrgOrOneAggregateCanBeVerifiedAlone() {
        var here = AggregateKey.of("Here", "Orders", "1");
        given(here, events(3));
        given(AggregateKey.of("Here", "Orders", "2"), events(3));
        given(AggregateKey.of("There", "Orders", "1"), events(3));

        assertThat(store().verify(VerifyRequest.aggregate(here)).events()).isEqualTo(3);
        assertThat(store().verify(VerifyRequest.org(Ids.named("Here"))).aggregates()).isEqualTo(2);
        assertThat(store().verify(VerifyRequest.org(Ids.named("Nowhere"))).aggregates()).isZero();
    }

    @Test
    default void verificationTellsItsProgress() {
        var keys = keys().spread(3);
        keys.forEach(key -> given(key, events(2)));
        var progress = new ArrayList<VerifyRequest.Progress>();

        store().verify(VerifyRequest.everything().onProgress(step -> {
            synchronized (progress) {
                progress.add(step);
            }
        }));

        assertThat(progress).isNotEmpty();
        assertThat(progress.getLast().aggregates()).isEqualTo(3);
        assertThat(progress.getLast().events()).isEqualTo(6);
    }

    @Test
    default void everyEventHasAHashOfItsOwnEvenIfNothingElseDiffers() {
        var keys = keys().together(2);
        keys.forEach(key -> given(key, event("Same"), event("Same")));

        var hashes = new HashSet<Hash256>();
        keys.forEach(
                key -> readAll(store(), ReadRequest.of(key)).stream().map(RecordedEvent::hash).forEach(hashes::add));

        assertThat(hashes).hasSize(4).doesNotContain(Hash256.ZERO);
    }

    @Test
    default void hashesStayWhatTheyAre() {
        var key = keys().one();
        given(key, events(4));
        var before = readAll(store(), ReadRequest.of(key)).stream().map(RecordedEvent::hash).toList();

        store().trim(key, 3);
        given(key, event("Next"));

        var after = readAll(store(), ReadRequest.of(key)).stream().map(RecordedEvent::hash).toList();
        assertThat(after.subList(0, 2)).isEqualTo(before.subList(2, 4));
    }

    @Test
    default void aPartitionsDigestIsTheSumOverTheHeadsOfItsAggregates() {
        var keys = keys().together(3);
        var sum = Hash256.ZERO;
        for (var key : keys) {
            given(key, events(3));
            var last = store().read(ReadRequest.of(key).backwards().limit(1)).events().getFirst();
            sum = sum.plus(new HashChain().head(key, 3, last.hash(), 1, AggregateState.LIVE));
        }

        assertThat(digestOf(keys.getFirst()).digest()).isEqualTo(sum);
    }

    @Test
    default void aPartitionsDigestChangesWithEveryCommit() {
        var key = keys().one();
        var digests = new ArrayList<PartitionDigest>();
        List.<Runnable>of(() -> given(key, events(3)), () -> given(key, event("More")), () -> store().trim(key, 2),
                () -> store().delete(key, ExpectedVersion.any(), Recreation.ALLOWED), () -> given(key, event("Reborn")),
                () -> store().delete(key, ExpectedVersion.any(), Recreation.FORBIDDEN)).forEach(change -> {
                    change.run();
                    digests.add(digestOf(key));
                });

        assertThat(digests).extracting(PartitionDigest::sequence).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
        assertThat(digests).extracting(PartitionDigest::digest).doesNotHaveDuplicates();
    }
}
