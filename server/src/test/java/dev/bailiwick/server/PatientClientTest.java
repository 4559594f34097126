package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bailiwick.client.BailiwickClient;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.DiskFullException;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.OutcomeUnknownException;
import dev.bailiwick.store.PartitionMovingException;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.ServerFaultException;
import dev.bailiwick.store.ServerUnavailableException;
import dev.bailiwick.store.ShardBusyException;
import dev.bailiwick.store.StalePartitionMapException;
import dev.bailiwick.store.StoreClosedException;
import dev.bailiwick.testkit.InMemoryEventStore;
import dev.bailiwick.testkit.StoreSetup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a client tries again, what it tells, and how it waits.
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PatientClientTest {
    private static final AggregateKey KEY = AggregateKey.of("Acme", "Orders", "1");
    private static final ShardIdentifier SHARD = ShardIdentifier.of(0, 3);
    private static final int LONGER_THAN_ANY_DEADLINE = 1_000_000;

    private final Remote remote = Remote.plain();
    private final InMemoryEventStore store = InMemoryEventStore.create(StoreSetup.standard());
    private final Counting counting = new Counting();
    private final BailiwickServer server = remote.serve(counting.around(store));

    @AfterEach
    void close() {
        counting.gate.complete(null);
        remote.close();
    }

    private BailiwickClient client() {
        return remote.client(server, options -> options);
    }

    private static AppendRequest request(Optional<UUID> commandId) {
        var builder = AppendRequest.builder().write(KEY, ExpectedVersion.any(), NewEvent.of("E", new byte[10]));
        commandId.ifPresent(builder::commandId);
        return builder.build();
    }

    private static AppendRequest request() {
        return request(Optional.empty());
    }

    private void awaitAppends(int count) {
        while (counting.appends.get() < count) {
            Thread.onSpinWait();
        }
    }

    @Test
    void whatPassesByItselfIsTriedAgain() {
        counting.refusals.addAll(List.of(new ShardBusyException(SHARD), new PartitionMovingException(3),
                new StalePartitionMapException(3, 1, 2), new OutcomeUnknownException(Optional.empty(), "late"),
                new ServerUnavailableException("here", "it is shutting down"), new StoreClosedException()));
        var client = client();

        var result = client.append(request());

        assertThat(result.version(KEY)).isEqualTo(1);
        assertThat(counting.appends).hasValue(7);
        assertThat(client.routingMisses()).isEqualTo(1);
        assertThat(client.partitionMap().epoch()).isEqualTo(1);
    }

    @Test
    void whatDoesNotPassIsToldAtOnce() {
        counting.refusals.add(new DiskFullException(SHARD, "no space"));
        var client = client();

        assertThatThrownBy(() -> client.append(request())).isInstanceOf(DiskFullException.class);

        assertThat(counting.appends).hasValue(1);
    }

    @Test
    void aBusyShardIsToldWhenTheNextAttemptWouldComeTooLate() {
        counting.refusals.addAll(Collections.nCopies(1_000, new ShardBusyException(SHARD)));
        var client = remote.client(server,
                options -> options.withRandom(() -> counting.appends.get() < 3 ? 0 : LONGER_THAN_ANY_DEADLINE));

        assertThatThrownBy(() -> client.append(request())).isInstanceOfSatisfying(ShardBusyException.class,
                e -> assertThat(e.shard()).isEqualTo(SHARD));

        assertThat(counting.appends).hasValue(3);
        assertThat(store.details(KEY)).isEmpty();
    }

    @Test
    void aDefectOfTheServerIsAFaultAndNothingMore() {
        var broken = remote.serve(store,
                options -> options.withAccess(new Access() {
                    @Override
                    public Caller authenticate(Credentials credentials) {
                        return Caller.anonymous();
                    }

                    @Override
                    public EventStore storeFor(Caller caller) {
                        throw new IllegalStateException("a secret of the server");
                    }
                }));

        assertThatThrownBy(() -> remote.client(broken, options -> options)).isInstanceOf(ServerFaultException.class)
                .hasMessageContaining("incident").hasMessageNotContaining("secret");
    }

    @Test
    void whoDoesNotWaitIsToldAtOnceThatThereIsNoRoomAndWhoWaitsGetsIt() {
        counting.gate = new CompletableFuture<>();
        var client = remote.client(server, options -> options.withMaxInFlightAppends(2));
        var first = client.appendAsync(request());
        var second = client.appendAsync(request());

        assertThat(client.appendAsync(request())).failsWithin(60, TimeUnit.SECONDS).withThrowableThat()
                .havingCause().isInstanceOf(ShardBusyException.class);
        var third = CompletableFuture.supplyAsync(() -> client.append(request()), Thread::startVirtualThread);
        awaitAppends(2);
        counting.gate.complete(null);

        assertThat(List.of(first, second, third)).extracting(each -> each.orTimeout(60, TimeUnit.SECONDS).join())
                .extracting(result -> result.version(KEY)).containsExactlyInAnyOrder(1L, 2L, 3L);
    }

    @Test
    void anInterruptedWriterIsToldTheCommandIdAndResendingGivesTheResultOnce() throws InterruptedException {
        counting.gate = new CompletableFuture<>();
        var client = client();
        var told = new CompletableFuture<OutcomeUnknownException>();
        var interrupted = new CompletableFuture<Boolean>();
        var writer = Thread.ofVirtual().start(() -> {
            try {
                client.append(request());
            } catch (OutcomeUnknownException e) {
                interrupted.complete(Thread.currentThread().isInterrupted());
                told.complete(e);
            }
        });
        awaitAppends(1);

        writer.interrupt();
        var commandId = told.orTimeout(60, TimeUnit.SECONDS).join().commandId();
        counting.gate.complete(null);

        assertThat(interrupted.join()).isTrue();
        assertThat(commandId).isPresent();
        var again = client.append(request(commandId));
        assertThat(again.duplicate()).isTrue();
        assertThat(again.version(KEY)).isEqualTo(1);
    }

    @Test
    void anInterruptDoesNotDisturbReaders() {
        var client = client();
        client.append(request());

        Thread.currentThread().interrupt();
        var read = client.read(ReadRequest.of(KEY)).events();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(read).hasSize(1);
    }

    @Test
    void aRequestThatTheClientSentTwiceIsNoDuplicateToItsCaller() {
        counting.refusals.add(new OutcomeUnknownException(Optional.empty(), "simulated"));
        var client = client();

        assertThat(client.append(request()).duplicate()).isFalse();
        var own = UUID.randomUUID();
        assertThat(client.append(request(Optional.of(own))).duplicate()).isFalse();
        assertThat(client.append(request(Optional.of(own))).duplicate()).isTrue();
    }

    @Test
    void closingFinishesWhatWasAccepted() {
        counting.gate = new CompletableFuture<>();
        var client = client();
        var accepted = new ArrayList<CompletableFuture<AppendResult>>();
        for (int i = 0; i < 50; i++) {
            accepted.add(client.appendAsync(request()));
        }
        awaitAppends(50);

        var closing = CompletableFuture.runAsync(client::close, Thread::startVirtualThread);
        counting.gate.complete(null);

        closing.orTimeout(60, TimeUnit.SECONDS).join();
        assertThat(accepted).allSatisfy(each -> assertThat(each).isCompletedWithValueMatching(r -> !r.duplicate()));
        assertThatThrownBy(() -> client.append(request())).isInstanceOf(StoreClosedException.class);
        assertThat(store.details(KEY).orElseThrow().version()).isEqualTo(50);
    }

    @Test
    void tenThousandThreadsShareOneConnection() {
        var client = client();
        var done = new AtomicInteger();
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 10_000; i++) {
                int number = i;
                executor.execute(() -> {
                    var key = AggregateKey.of(1, 2, number % 100);
                    client.append(key, ExpectedVersion.any(), NewEvent.of("E", new byte[10]));
                    done.incrementAndGet();
                });
            }
        }

        assertThat(done).hasValue(10_000);
        for (int i = 0; i < 100; i++) {
            assertThat(store.details(AggregateKey.of(1, 2, i)).orElseThrow().version()).isEqualTo(100);
        }
    }
}
