package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bailiwick.certificates.TestCertificates;
import dev.bailiwick.client.BailiwickClient;
import dev.bailiwick.client.ClientOptions;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedBatch;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.InvalidPositionException;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.PermissionDeniedException;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.SubscriptionEnd;
import dev.bailiwick.store.UnauthenticatedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Keys, certificates and orgs as a user of the client meets them.
class RemoteAccessTest {
    private static final AggregateKey MINE = AggregateKey.of(1, 2, 3);
    private static final AggregateKey THEIRS = AggregateKey.of(9, 2, 3);
    private static final NewEvent EVENT = NewEvent.of("Noted", new byte[]{1});
    private static final ClientOptions PATIENT = ClientOptions.DEFAULT.withDeadline(Duration.ofSeconds(60));

    @TempDir
    Path directory;

    private static BailiwickClient connect(Testbed testbed, ClientOptions options) {
        return BailiwickClient.connect("localhost:" + testbed.server().port(), options);
    }

    private static BailiwickClient connect(Testbed testbed, NewApiKey key) {
        return connect(testbed, PATIENT.withApiKey(key.secret()));
    }

    private Testbed withCertificates() {
        var certificates = TestCertificates.get();
        return Testbed.start(directory, "--tls-certificate=" + certificates.file("server.crt"),
                "--tls-key=" + certificates.file("server.key"),
                "--tls-client-certificates=" + certificates.file("authority.crt"), "--auth-certificate-identities",
                "subject:CN=Test Client => tester, 1, read+append");
    }

    @Test
    void aCertificateStandsForItsIdentity() {
        try (var testbed = withCertificates();
                var client = connect(testbed, PATIENT.withTls(TestCertificates.get().client()))) {
            assertThat(client.append(MINE, ExpectedVersion.any(), EVENT).version(MINE)).isEqualTo(1);
            assertThatExceptionOfType(PermissionDeniedException.class)
                    .isThrownBy(() -> client.append(THEIRS, ExpectedVersion.any(), EVENT));
            assertThatExceptionOfType(PermissionDeniedException.class).isThrownBy(() -> client.trim(MINE, 1))
                    .satisfies(refusal -> assertThat(refusal.right()).isEqualTo("ADMINISTER"));
        }
    }

    @Test
    void withoutACertificateAKeyIsNeededAndABadKeySpoilsAGoodCertificate() {
        var tls = TestCertificates.get();
        try (var testbed = withCertificates();
                var key = connect(testbed, PATIENT.withTls(tls.trusting())
                        .withApiKey(testbed.key(Optional.empty(), Right.READ).secret()))) {
            assertThat(key.details(THEIRS)).isEmpty();
            assertThatExceptionOfType(UnauthenticatedException.class)
                    .isThrownBy(() -> details(testbed, PATIENT.withTls(tls.trusting())));
            assertThatExceptionOfType(UnauthenticatedException.class)
                    .isThrownBy(() -> details(testbed, PATIENT.withTls(tls.client()).withApiKey("nonsense")));
            assertThatExceptionOfType(BailiwickException.class).isThrownBy(() -> details(testbed,
                    PATIENT.withTls(tls.stranger()).withDeadline(Duration.ofSeconds(2))));
        }
    }

    private static void details(Testbed testbed, ClientOptions options) {
        try (var client = connect(testbed, options)) {
            client.details(MINE);
        }
    }

    @Test
    void twoOrgsShareAServerAndNothingElse() throws InterruptedException {
        try (var testbed = Testbed.start(directory);
                var mine = connect(testbed, testbed.key(Optional.of(MINE.orgId()), Right.values()));
                var theirs = connect(testbed, testbed.key(Optional.of(THEIRS.orgId()), Right.values()))) {
            theirs.append(THEIRS, ExpectedVersion.any(), EVENT);
            assertThat(mine.append(MINE, ExpectedVersion.any(), EVENT).sequences()).isEmpty();
            var batches = new LinkedBlockingQueue<FeedBatch>();
            FeedPosition position;

            try (var subscription = mine.subscribe(SubscribeRequest.from(FeedPosition.start()), batches::add)) {
                var batch = Objects.requireNonNull(batches.poll(60, TimeUnit.SECONDS));
                assertThat(batch.events()).extracting(RecordedEvent::key).containsExactly(MINE);
                position = batch.position();
                assertThat(subscription).isNotNull();
            }

            assertThatExceptionOfType(InvalidPositionException.class)
                    .isThrownBy(() -> theirs.subscribe(SubscribeRequest.from(position), batch -> {}));
            assertThatExceptionOfType(PermissionDeniedException.class)
                    .isThrownBy(() -> mine.subscribe(SubscribeRequest.from(position).org(THEIRS.orgId()), batch -> {}));
        }
    }

    @Test
    void aSubscriptionWhoseKeyIsRevokedEndsAndSaysWhy() {
        try (var testbed = Testbed.start(directory)) {
            var key = testbed.key(Optional.of(MINE.orgId()), Right.READ);
            try (var client = connect(testbed, key);
                    var subscription = client.subscribe(SubscribeRequest.from(FeedPosition.start()), batch -> {})) {
                testbed.keys().revoke(key.key().id());

                var end = subscription.end().orTimeout(60, TimeUnit.SECONDS).join();

                assertThat(end.reason()).isEqualTo(SubscriptionEnd.Reason.STORE_FAILED);
                assertThat(end.cause()).containsInstanceOf(UnauthenticatedException.class);
                assertThatExceptionOfType(UnauthenticatedException.class).isThrownBy(() -> client.details(MINE));
            }
        }
    }

    @Test
    void anAppendWithARevokedKeyIsRefusedWhateverIsUnderWay() {
        try (var testbed = Testbed.start(directory)) {
            var key = testbed.key(Optional.of(MINE.orgId()), Right.APPEND);
            try (var client = connect(testbed, key)) {
                client.append(MINE, ExpectedVersion.any(), EVENT);
                testbed.keys().revoke(key.key().id());

                assertThatExceptionOfType(UnauthenticatedException.class).isThrownBy(() -> {
                    while (true) {
                        client.append(MINE, ExpectedVersion.any(), EVENT);
                    }
                });
            }
        }
    }
}
