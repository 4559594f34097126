package dev.bailiwick.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.IdAllocator;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedUUID;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.ConflictException;
import dev.bailiwick.store.EventPage;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.testkit.InMemoryEventStore;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class TransferTest {

    @Test
    void moneyMovesBetweenTwoAccountsAtOnce() {
        var bytes = "{\"amount\": 25}".getBytes(UTF_8);
        // snippet: transfer
        try (EventStore store = InMemoryEventStore.create()) {
            var ids = IdAllocator.forMap(store.partitionMap());
            var from = AggregateKey.of(Ids.named("Acme"), Ids.named("Accounts"), Ids.named("alice"));
            var to = AggregateKey.of(Ids.named("Acme"), Ids.named("Accounts"), ids.named("bob", from.aggregateId()));

            store.append(from, ExpectedVersion.noStream(), NewEvent.of("Opened", bytes));

            AppendResult result = store.append(AppendRequest.builder()
                    .commandId(ShardedUUID.generate(ShardIdentifier.DEFAULT).value())
                    .write(from, ExpectedVersion.exactly(1), NewEvent.of("Debited", bytes))
                    .write(to, ExpectedVersion.any(), NewEvent.of("Credited", bytes))
                    .build());

            result.version(from); // 2
            result.version(to); // 1
        }
        // end
    }

    @Test
    void aPageLeadsToTheNext() {
        var seen = new ArrayList<RecordedEvent>();
        try (EventStore store = InMemoryEventStore.create()) {
            var key = AggregateKey.of("Acme", "Orders", "order-4821");
            for (int i = 0; i < 5; i++) {
                store.append(key, ExpectedVersion.any(), NewEvent.of("Noted", new byte[0]));
            }
            // snippet: pages
            EventPage page = store.read(ReadRequest.of(key).from(1).limit(2));
            while (true) {
                seen.addAll(page.events());
                if (page.next().isEmpty()) {
                    break;
                }
                page = store.read(page.next().get());
            }
            // end
        }
        assertThat(seen).extracting(RecordedEvent::version).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void aStaleWriterReadsAgain() {
        try (EventStore store = InMemoryEventStore.create()) {
            var key = AggregateKey.of("Acme", "Orders", "order-4821");
            store.append(key, ExpectedVersion.any(), NewEvent.of("Placed", new byte[0]));
            store.append(key, ExpectedVersion.any(), NewEvent.of("Paid", new byte[0]));
            long actual = 0;
            // snippet: conflict
            try {
                store.append(key, ExpectedVersion.exactly(1), NewEvent.of("Shipped", new byte[0]));
            } catch (ConflictException conflict) {
                actual = conflict.actualVersion(); // read up to here, decide again
            }
            // end
            assertThat(actual).isEqualTo(2);
        }
    }

    @Test
    void aSubscriptionRemembersItsPlace() throws InterruptedException {
        var saved = new ArrayList<byte[]>();
        var projected = new ArrayList<String>();
        var done = new CountDownLatch(1);
        try (EventStore store = InMemoryEventStore.create()) {
            var org = Ids.named("Acme");
            // snippet: subscribe
            var fromWhere = saved.isEmpty() ? FeedPosition.start() : FeedPosition.fromBytes(saved.getLast());
            var subscription = store.subscribe(SubscribeRequest.from(fromWhere).org(org).eventType("Placed"), batch -> {
                for (RecordedEvent event : batch.events()) {
                    projected.add(event.type() + " " + event.version());
                }
                saved.add(batch.position().toBytes()); // together with what was projected
                done.countDown();
            });
            // end
            store.append(AggregateKey.of("Acme", "Orders", "1"), ExpectedVersion.any(),
                    NewEvent.of("Placed", new byte[0]));
            done.await();
            subscription.close();
        }
        assertThat(projected).isEqualTo(List.of("Placed 1"));
        assertThat(saved).hasSize(1);
    }

    @Test
    void aCommandCanBeSentAgain() {
        try (EventStore store = InMemoryEventStore.create()) {
            var key = AggregateKey.of("Acme", "Orders", "order-4821");
            // snippet: resend
            UUID commandId = ShardedUUID.generate(ShardIdentifier.DEFAULT).value();
            var request = AppendRequest.builder().commandId(commandId)
                    .write(key, ExpectedVersion.noStream(), NewEvent.of("Placed", new byte[0])).build();

            store.append(request).duplicate(); // false
            store.append(request).duplicate(); // true: the same result, nothing written
            // end
            assertThat(store.append(request).duplicate()).isTrue();
            assertThat(store.details(key).orElseThrow().version()).isEqualTo(1);
        }
    }
}
