package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bailiwick.client.BailiwickClient;
import dev.bailiwick.engine.Bailiwick;
import dev.bailiwick.engine.EmbeddedStore;
import dev.bailiwick.engine.EngineOptions;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.protocol.v1.CompactRequest;
import dev.bailiwick.protocol.v1.EventStoreServiceGrpc;
import dev.bailiwick.store.CompactionReport;
import dev.bailiwick.store.CompactionRequest;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.InvalidRequestException;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.PermissionDeniedException;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.VerifyRequest;
import dev.bailiwick.testkit.InMemoryEventStore;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The disk space of a store that a server has open.
class RemoteCompactionTest {
    private static final AggregateKey KEY = new AggregateKey(new UUID(0, 1), new UUID(0, 2), new UUID(0, 3));
    private static final AggregateKey OTHER = new AggregateKey(new UUID(0, 1), new UUID(0, 2), new UUID(0, 4));
    private static final int SEGMENT_BYTES = 16 << 20;
    private static final int EVENTS_IN_SEGMENT = 20;
    private static final int EVENTS = 64;

    @TempDir
    Path directory;

    private final Remote remote = Remote.plain();

    @AfterEach
    void close() {
        remote.close();
    }

    /// Several segments, of which all but the last events can go.
    private EmbeddedStore filled() {
        var store = Bailiwick.open(EngineOptions.at(directory).withShards(1).withMemoryBytes(128L << 20)
                .withSegmentBytes(SEGMENT_BYTES).withCompactionBytesPerSecond(0));
        fill(store, KEY, EVENTS);
        store.trim(KEY, EVENTS - 1);
        fill(store, OTHER, 2 * EVENTS_IN_SEGMENT); // so that the segment with the trim is finished
        return store;
    }

    private static void fill(EmbeddedStore store, AggregateKey key, int events) {
        for (int i = 0; i < events; i++) {
            store.append(key, ExpectedVersion.any(),
                    NewEvent.of("Filled", new byte[SEGMENT_BYTES / EVENTS_IN_SEGMENT]));
        }
    }

    private BailiwickClient to(EmbeddedStore store) {
        return remote.to(store, UnaryOperator.identity());
    }

    @Test
    void aServerGivesSpaceBackAndTellsHowFarItIs() {
        try (var store = filled()) {
            var client = to(store);
            var before = client.read(ReadRequest.of(KEY).from(EVENTS - 1));
            var heard = new ArrayList<CompactionReport>();

            var report = client.compact(CompactionRequest.everything().withProgress(heard::add));

            assertThat(report.events()).isGreaterThan(EVENTS / 4);
            assertThat(report.bytesAfter()).isLessThan(report.bytesBefore() / 2);
            assertThat(heard).isNotEmpty().last().isEqualTo(report);
            assertThat(client.read(ReadRequest.of(KEY).from(EVENTS - 1))).isEqualTo(before);
            assertThat(client.verify(VerifyRequest.everything()).problems()).isEmpty();
        }
    }

    @Test
    void aRequestForTheWorthwhileLeavesTheRest() {
        try (var store = filled()) {
            var client = to(store);
            client.compact(CompactionRequest.everything());

            var report = client.compact(CompactionRequest.worthwhile().withBytesPerSecond(1 << 30));

            assertThat(report.replaced()).isZero();
            assertThat(client.compact(CompactionRequest.everything()).replaced()).isPositive();
        }
    }

    @Test
    void afterOneWhoStoppedListeningTheNextFindsTheStoreWhole() {
        try (var store = filled()) {
            var client = to(store);

            assertThatExceptionOfType(CancellationException.class)
                    .isThrownBy(() -> client.compact(CompactionRequest.everything().withProgress(sofar -> {
                        throw new CancellationException("enough");
                    })));

            client.compact(CompactionRequest.everything());
            assertThat(client.verify(VerifyRequest.everything()).problems()).isEmpty();
        }
    }

    @Test
    void onlyWhoAdministersAllOrgsMayAskForIt() {
        try (var store = filled()) {
            var scopes = new Scopes(store);

            assertThatExceptionOfType(PermissionDeniedException.class)
                    .isThrownBy(() -> scopes.of(KEY.orgId(), Right.values()).compact(CompactionRequest.everything()))
                    .satisfies(denied -> assertThat(denied.right()).isEqualTo("ADMINISTER"));
            assertThatExceptionOfType(PermissionDeniedException.class).isThrownBy(
                    () -> scopes.ofAllOrgs(Right.READ, Right.APPEND).compact(CompactionRequest.everything()));
            assertThat(scopes.ofAllOrgs(Right.ADMINISTER).compact(CompactionRequest.everything()).events())
                    .isPositive();
        }
    }

    @Test
    void aStoreWithoutFilesSaysSo() {
        try (var store = InMemoryEventStore.create()) {
            var client = remote.to(store, UnaryOperator.identity());

            assertThatExceptionOfType(InvalidRequestException.class)
                    .isThrownBy(() -> client.compact(CompactionRequest.everything()))
                    .withMessageContaining("this server's store has no files");
        }
    }

    @Test
    void valuesOutOfTheirBoundsAreRefused() {
        try (var store = filled()) {
            var channel = NettyChannelBuilder.forAddress("localhost", remote.serve(store).port()).usePlaintext()
                    .build();
            try {
                for (var wrong : new CompactRequest[]{CompactRequest.newBuilder().setLeastReclaimable(2).build(),
                        CompactRequest.newBuilder().setLeastReclaimable(Double.NaN).build(),
                        CompactRequest.newBuilder().setBytesPerSecond(-1).build()}) {
                    assertThatExceptionOfType(StatusRuntimeException.class).isThrownBy(
                            () -> EventStoreServiceGrpc.newBlockingStub(channel).compact(wrong)
                                    .forEachRemaining(_ -> {}))
                            .satisfies(refusal -> assertThat(Wire.seen(refusal)).contains("2004"));
                }
            } finally {
                channel.shutdownNow();
            }
        }
    }
}
