package dev.bailiwick.server;

import dev.bailiwick.protocol.Errors;
import dev.bailiwick.protocol.Protocol;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.InvalidRequestException;
import dev.bailiwick.store.LimitExceededException;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;

/// In front of every call of every service: is the connection one too many, is the protocol known, who calls? What lies behind
/// finds the caller's store in [#STORE].
final class Gate implements ServerInterceptor {
    /// The store as the caller of the current call may use it.
    static final Context.Key<EventStore> STORE = Context.key("bailiwick-store");
    /// The connection of the current call.
    static final Context.Key<Connection> CONNECTION = Context.key("bailiwick-connection");

    private final Access access;
    private final Failures failures;

    Gate(Access access, Failures failures) {
        this.access = access;
        this.failures = failures;
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(ServerCall<Q, A> call, Metadata headers,
            ServerCallHandler<Q, A> next) {
        Context context;
        ServerCallHandler<Q, A> guarded;
        try {
            var connection = Objects.requireNonNull(call.getAttributes().get(Connections.CONNECTION));
            connection.checkAllowed();
            checkProtocol(headers);
            var caller = access.authenticate(credentials(call, headers));
            guarded = access.guarding(caller, next);
            context = Context.current().withValue(STORE, access.storeFor(caller)).withValue(CONNECTION, connection);
        } catch (LimitExceededException e) {
            return refuse(call, Errors.toStatus(Status.Code.RESOURCE_EXHAUSTED, e));
        } catch (BailiwickException e) {
            return refuse(call, Errors.toStatus(e));
        } catch (RuntimeException e) {
            return refuse(call, failures.status(e));
        }
        return Contexts.interceptCall(context, call, headers, guarded);
    }

    private static <Q, A> ServerCall.Listener<Q> refuse(ServerCall<Q, A> call, StatusRuntimeException why) {
        call.close(why.getStatus(), Objects.requireNonNull(why.getTrailers()));
        return new ServerCall.Listener<>() {};
    }

    private static void checkProtocol(Metadata headers) {
        var given = headers.get(Protocol.VERSION_HEADER);
        if (given != null && !given.strip().equals(Integer.toString(Protocol.VERSION))) {
            throw new InvalidRequestException(Protocol.VERSION_HEADER.name(), "this server speaks protocol "
                    + Protocol.VERSION + ", not " + printable(given) + "; update the server, or use an older client");
        }
    }

    private static String printable(String text) {
        return text.length() > 16 ? text.substring(0, 16) + "..." : text;
    }

    private static Credentials credentials(ServerCall<?, ?> call, Metadata headers) {
        SocketAddress remote = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
        return new Credentials(Optional.ofNullable(headers.get(Protocol.AUTHORIZATION)), certificate(call),
                remote == null ? new InetSocketAddress(0) : remote);
    }

    private static Optional<X509Certificate> certificate(ServerCall<?, ?> call) {
        var session = call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
        try {
            return session != null && session.getPeerCertificates()[0] instanceof X509Certificate certificate
                    ? Optional.of(certificate)
                    : Optional.empty();
        } catch (SSLPeerUnverifiedException e) {
            return Optional.empty(); // the client came without one
        }
    }
}
