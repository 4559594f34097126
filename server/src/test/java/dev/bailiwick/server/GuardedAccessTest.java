package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bailiwick.certificates.TestCertificates;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.PermissionDeniedException;
import dev.bailiwick.store.UnauthenticatedException;
import dev.bailiwick.testkit.InMemoryEventStore;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuardedAccessTest {
    private static final InetSocketAddress NEAR = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 40_000);
    private static final InetSocketAddress FAR = new InetSocketAddress(InetAddress.ofLiteral("192.0.2.7"), 40_000);
    private static final UUID ORG = new UUID(0, 1);

    private final EventStore store = InMemoryEventStore.create();
    private final HandClock clock = new HandClock();

    @TempDir
    Path directory;

    @AfterEach
    void close() {
        store.close();
    }

    private GuardedAccess access(AccessRules rules) {
        return new GuardedAccess(store, LiveKeys.open(directory.resolve("keys"), clock, clock::nanoTime), rules,
                new SealedPositions(new byte[PositionKey.BYTES], 64, new SecureRandom()), clock,
                new Remarks(System.getLogger("test"), clock::nanoTime));
    }

    private NewApiKey key(Optional<Duration> lifetime) {
        return ApiKeys.at(directory.resolve("keys")).create(new ApiKeyRequest("billing", Optional.of(ORG),
                Set.of(Right.READ), lifetime.map(time -> clock.instant().plus(time))));
    }

    private static Credentials bearing(String header) {
        return new Credentials(Optional.of(header), Optional.empty(), NEAR);
    }

    private static Credentials nothing(InetSocketAddress from) {
        return new Credentials(Optional.empty(), Optional.empty(), from);
    }

    @Test
    void aKeyLetsItsHolderInWithItsOrgAndRights() {
        var key = key(Optional.empty());
        try (var access = access(AccessRules.KEYS_ONLY)) {
            var caller = access.authenticate(bearing("bearer " + key.secret()));

            assertThat(caller).isEqualTo(new Caller("billing", Optional.of(ORG), Set.of(Right.READ),
                    new Caller.Proof.Key(key.key().id())));
            assertThat(access.storeFor(caller).details(AggregateKey.of(1, 2, 3))).isEmpty();
            assertThatExceptionOfType(PermissionDeniedException.class)
                    .isThrownBy(() -> access.storeFor(caller).details(AggregateKey.of(2, 2, 3)));
        }
    }

    @Test
    void whateverIsWrongWithCredentialsTheAnswerIsTheSame() {
        var key = key(Optional.empty());
        var revoked = key(Optional.empty());
        var expired = key(Optional.of(Duration.ofMinutes(1)));
        ApiKeys.at(directory.resolve("keys")).revoke(revoked.key().id());
        clock.pass(Duration.ofMinutes(2));
        var answers = new HashSet<String>();
        try (var access = access(AccessRules.KEYS_ONLY)) {
            for (var credentials : List.of(nothing(NEAR), bearing(""), bearing("Bearer"), bearing("Bearer "),
                    bearing(key.secret()), bearing("Basic " + key.secret()), bearing("Bearer " + key.secret() + "x"),
                    bearing("Bearer " + revoked.secret()), bearing("Bearer " + expired.secret()),
                    bearing("Bearer " + KeySecret.generate(new SecureRandom()).text()))) {
                assertThatExceptionOfType(UnauthenticatedException.class)
                        .isThrownBy(() -> access.authenticate(credentials))
                        .satisfies(refusal -> answers.add(refusal.getMessage() + refusal.fields()));
            }
        }
        assertThat(answers).hasSize(1);
    }

    @Test
    void aRevokedKeyStopsWorkingForWhatIsOpenAlready() {
        var key = key(Optional.empty());
        try (var access = access(AccessRules.KEYS_ONLY)) {
            var scoped = access.storeFor(access.authenticate(bearing("Bearer " + key.secret())));
            assertThat(scoped.details(AggregateKey.of(1, 2, 3))).isEmpty();

            ApiKeys.at(directory.resolve("keys")).revoke(key.key().id());
            clock.pass(Duration.ofSeconds(1));

            assertThatExceptionOfType(UnauthenticatedException.class)
                    .isThrownBy(() -> scoped.details(AggregateKey.of(1, 2, 3)));
        }
    }

    @Test
    void withoutCredentialsNobodyIsLetInUnlessThatIsAllowed() {
        try (var closed = access(AccessRules.KEYS_ONLY);
                var near = access(new AccessRules(List.of(), true, false));
                var far = access(new AccessRules(List.of(), true, true))) {
            assertThatExceptionOfType(UnauthenticatedException.class)
                    .isThrownBy(() -> closed.authenticate(nothing(NEAR)));
            assertThat(near.authenticate(nothing(NEAR))).isEqualTo(Caller.anonymous());
            assertThatExceptionOfType(UnauthenticatedException.class).isThrownBy(() -> near.authenticate(nothing(FAR)));
            assertThat(far.authenticate(nothing(FAR))).isEqualTo(Caller.anonymous());
        }
    }

    @Test
    void aKeyThatIsNoGoodIsNotMadeGoodByAnonymousAccess() {
        try (var access = access(new AccessRules(List.of(), true, true))) {
            assertThatExceptionOfType(UnauthenticatedException.class)
                    .isThrownBy(() -> access.authenticate(bearing("Bearer nonsense")));
        }
    }

    @Test
    void aCertificateIsKnownByItsSubjectOrAnAlternativeName() {
        var certificate = TestCertificates.get().selfSigned("CN=billing,O=Acme",
                "dns:billing.acme.example,uri:spiffe://acme/billing,email:ops@acme.example");

        assertThat(List.of("subject:O=Acme, CN=billing => x, *, all", "dns:other.example => x, *, all",
                "uri:spiffe://acme/Billing => x, *, all", "email:billing.acme.example => x, *, all"))
                .noneMatch(text -> CertificateIdentity.parse(text).matches(certificate));
        assertThat(List.of("subject:CN=billing, O=Acme => x, *, all", "subject:cn=Billing,o=ACME => x, *, all",
                "dns:BILLING.acme.example => x, *, all", "uri:spiffe://acme/billing => x, *, all",
                "email:ops@acme.example => x, *, all"))
                .allMatch(text -> CertificateIdentity.parse(text).matches(certificate));
        checkCaller(certificate);
    }

    private void checkCaller(X509Certificate certificate) {
        var rules = new AccessRules(List.of(CertificateIdentity.parse("dns:billing.acme.example => bill, acme, read")),
                false, false);
        var shown = new Credentials(Optional.empty(), Optional.of(certificate), FAR);
        try (var access = access(rules); var without = access(AccessRules.KEYS_ONLY)) {
            var caller = access.authenticate(shown);

            assertThat(caller.name()).isEqualTo("bill");
            assertThat(caller.org()).contains(Ids.named("acme"));
            assertThat(caller.rights()).containsExactly(Right.READ);
            assertThatExceptionOfType(UnauthenticatedException.class).isThrownBy(() -> without.authenticate(shown));
            clock.pass(Duration.ofDays(3));
            assertThat(access.holds(caller)).isFalse();
            assertThatExceptionOfType(UnauthenticatedException.class).isThrownBy(() -> access.authenticate(shown));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "CN=x", "subject:CN=x", "subject:CN=x => name, *", "host:x => name, *, all",
            "dns:x => name, *, some", "subject:nonsense => name, *, all", "dns:x => , *, all"})
    void anIdentityThatCannotBeUnderstoodIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> CertificateIdentity.parse(text));
    }

    @Test
    void credentialsDoNotShowTheirSecret() {
        assertThat(bearing("Bearer bwk_secret").toString()).doesNotContain("bwk_secret");
    }
}
