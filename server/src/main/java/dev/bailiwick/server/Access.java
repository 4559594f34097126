package dev.bailiwick.server;

import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.UnauthenticatedException;
import io.grpc.ServerCallHandler;

/// Decides who may call and what each caller may do. Thread-safe.
public interface Access {
    /// Who calls.
    ///
    /// @throws UnauthenticatedException if the credentials are missing, unknown, expired or revoked
    Caller authenticate(Credentials credentials);

    /// The store as this caller may use it. It belongs to the server and need not be closed.
    EventStore storeFor(Caller caller);

    /// Handles the calls of this caller as `next` does, and ends one that lasts when the caller would not be let in any more.
    default <Q, A> ServerCallHandler<Q, A> guarding(Caller caller, ServerCallHandler<Q, A> next) {
        return next;
    }

    /// Everybody may do everything.
    static Access open(EventStore store) {
        return new Access() {
            @Override
            public Caller authenticate(Credentials credentials) {
                return Caller.anonymous();
            }

            @Override
            public EventStore storeFor(Caller caller) {
                return store;
            }
        };
    }
}
