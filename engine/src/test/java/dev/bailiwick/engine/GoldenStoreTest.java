package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bailiwick.placement.RoutingRule;
import dev.bailiwick.store.AggregateNotExistsException;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.store.RecreateNotAllowedException;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.VerifyRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A store that was written by the first version of the format can be read, with its index and without.
class GoldenStoreTest {
    @TempDir
    private Path directory = Path.of("");

    @BeforeEach
    void unpack() throws IOException {
        try (var zip = new ZipInputStream(
                Objects.requireNonNull(getClass().getResourceAsStream("/" + GoldenStore.NAME)))) {
            for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                var file = directory.resolve(entry.getName());
                Files.createDirectories(Objects.requireNonNull(file.getParent()));
                Files.copy(zip, file);
            }
        }
    }

    @Test
    void everythingInItIsUnderstood() throws Exception {
        try (var store = Bailiwick.open(GoldenStore.options(directory))) {
            check(store);
        }
    }

    @Test
    void itsIndexCanBeMadeAnew() throws Exception {
        IndexDatabase.delete(directory.resolve("shard-0-0"));
        IndexDatabase.delete(directory.resolve("shard-0-1"));

        try (var store = Bailiwick.open(GoldenStore.options(directory))) {
            check(store);
        }
    }

    @Test
    void itGoesOn() {
        try (var store = Bailiwick.open(GoldenStore.options(directory))) {
            var order = GoldenStore.order(7);
            assertThat(store.append(order, ExpectedVersion.exactly(GoldenStore.EVENTS), GoldenStore.event(7, 6))
                    .version(order)).isEqualTo(6);
            assertThat(store.append(GoldenStore.order(3), ExpectedVersion.noStream(), GoldenStore.event(3, 6))
                    .version(GoldenStore.order(3))).isEqualTo(6);
            assertThat(store.verify(VerifyRequest.everything()).problems()).isEmpty();
        }
    }

    private void check(EventStore store) throws IOException, InterruptedException {
        assertThat(store.routingRule()).isEqualTo(RoutingRule.AGGREGATE_ID);
        assertThat(store.partitionMap().partitionCount()).isEqualTo(8);
        for (int order = 4; order < GoldenStore.ORDERS; order++) {
            var events = store.read(ReadRequest.of(GoldenStore.order(order))).events();
            assertThat(events).extracting(RecordedEvent::version).containsExactly(1L, 2L, 3L, 4L, 5L);
            for (var event : events) {
                var written = GoldenStore.event(order, (int) event.version());
                assertThat(event.payload()).isEqualTo(written.payload());
                assertThat(event.metadata()).isEqualTo(written.metadata());
            }
        }
        assertThat(store.read(ReadRequest.of(GoldenStore.order(1))).events()).hasSize(3);
        assertThatThrownBy(() -> store.append(GoldenStore.order(2), ExpectedVersion.any(), GoldenStore.event(2, 6)))
                .isInstanceOf(RecreateNotAllowedException.class);
        assertThatThrownBy(() -> store.read(ReadRequest.of(GoldenStore.order(3))))
                .isInstanceOf(AggregateNotExistsException.class);
        assertThat(store.append(GoldenStore.transfer(0)).duplicate()).isTrue();
        assertThat(store.append(GoldenStore.transfer(1)).duplicate()).isTrue();
        assertThat(store.verify(VerifyRequest.everything()).problems()).isEmpty();
        checkFeed(store);
    }

    /// After the saved position there are two more versions of each order, a trim and two deletes.
    private void checkFeed(EventStore store) throws IOException, InterruptedException {
        var saved = FeedPosition
                .fromBytes(Base64.getDecoder().decode(Files.readString(directory.resolve(GoldenStore.POSITION_FILE))));
        int expected = 2 * GoldenStore.ORDERS + 3;
        var commits = new AtomicInteger();
        var all = new CountDownLatch(expected);
        try (var subscription = store.subscribe(SubscribeRequest.from(saved),
                batch -> batch.commits().forEach(commit -> {
                    commits.incrementAndGet();
                    all.countDown();
                }))) {
            all.await();
            assertThat(subscription.end()).isNotDone();
        }
        assertThat(commits).hasValue(expected);
    }
}
