package dev.bailiwick.server;

import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.UnauthenticatedException;
import io.grpc.ServerCallHandler;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.Optional;

/// Lets in who shows a key, a known certificate, or nothing where that is allowed, in this order. Who shows a key that is no good is
/// not let in for something else.
///
/// Thread-safe.
final class GuardedAccess implements Access, AutoCloseable {
    private static final String SCHEME = "Bearer ";

    private final EventStore store;
    private final LiveKeys keys;
    private final AccessRules rules;
    private final SealedPositions positions;
    private final InstantSource clock;
    private final Remarks remarks;
    private final StandingWatch watch = StandingWatch.everySecond();

    GuardedAccess(EventStore store, LiveKeys keys, AccessRules rules, SealedPositions positions, InstantSource clock,
            Remarks remarks) {
        this.store = store;
        this.keys = keys;
        this.rules = rules;
        this.positions = positions;
        this.clock = clock;
        this.remarks = remarks;
    }

    @Override
    public Caller authenticate(Credentials credentials) {
        if (credentials.authorization().isPresent()) {
            var header = credentials.authorization().get();
            return byKey(header).orElseThrow(() -> refused(described(header), credentials));
        }
        if (credentials.certificate().isPresent()) {
            var known = byCertificate(credentials.certificate().get());
            if (known.isPresent()) {
                return known.get();
            }
        }
        if (rules.anonymous() && (rules.anonymousOffLoopback() || isLoopback(credentials.remote()))) {
            return Caller.anonymous();
        }
        throw refused(credentials.certificate().isPresent() ? "a certificate without an identity" : "no credentials",
                credentials);
    }

    @Override
    public EventStore storeFor(Caller caller) {
        return new ScopedStore(store, caller, () -> holds(caller), watch,
                caller.org().map(org -> new OrgView(org, positions, remarks)));
    }

    @Override
    public <Q, A> ServerCallHandler<Q, A> guarding(Caller caller, ServerCallHandler<Q, A> next) {
        return WatchedCall.watching(next, () -> holds(caller), watch);
    }

    /// Whether this caller would still be let in.
    boolean holds(Caller caller) {
        return switch (caller.proof()) {
            case Caller.Proof.Key key -> keys.isAccepted(key.id());
            case Caller.Proof.Certificate certificate -> clock.instant().isBefore(certificate.notAfter());
            case Caller.Proof.Nothing ignored -> rules.anonymous();
        };
    }

    @Override
    public void close() {
        watch.close();
    }

    private Optional<Caller> byKey(String header) {
        return secret(header).flatMap(keys::find).map(ApiKey::caller);
    }

    /// For the log, without anything that is secret.
    private static String described(String header) {
        return secret(header).map(secret -> "the key " + secret + ", which is unknown, expired or revoked")
                .orElse("an authorization that is not 'Bearer' and a key");
    }

    private static Optional<KeySecret> secret(String header) {
        return header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? KeySecret.parse(header.substring(SCHEME.length()).strip())
                : Optional.empty();
    }

    private Optional<Caller> byCertificate(X509Certificate certificate) {
        return rules.identities().stream().filter(identity -> identity.matches(certificate)).findFirst()
                .map(identity -> identity.caller(certificate))
                .filter(this::holds);
    }

    private UnauthenticatedException refused(String what, Credentials credentials) {
        remarks.warn("a call from " + credentials.remote() + " was refused: it brought " + what);
        return new UnauthenticatedException();
    }

    private static boolean isLoopback(SocketAddress remote) {
        return remote instanceof InetSocketAddress address && address.getAddress() != null
                && address.getAddress().isLoopbackAddress();
    }
}
