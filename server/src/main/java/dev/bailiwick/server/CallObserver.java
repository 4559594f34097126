package dev.bailiwick.server;

import io.grpc.Status;

/// Told about every connection and call, for metrics. Called on threads of the network: must be quick and must not throw.
/// Thread-safe.
public interface CallObserver {
    /// Does nothing.
    CallObserver NOBODY = new CallObserver() {};

    default void connectionOpened() {
    }

    default void connectionClosed() {
    }

    /// A call begins.
    ///
    /// @param method such as `bailiwick.v1.EventStoreService/Read`
    default void started(String method) {
    }

    default void finished(FinishedCall call) {
    }

    /// An append of a stream was answered.
    ///
    /// @param errorNumber 0 if it was done
    default void appended(int errorNumber, long nanos) {
    }

    /// Bytes of messages came in, as they were on the wire.
    default void received(long bytes) {
    }

    /// Bytes of messages went out, as they are on the wire.
    default void sent(long bytes) {
    }

    /// How a call ended.
    ///
    /// @param errorNumber that of the error that was sent; 0 if none was
    /// @param nanos from its first message to its end
    record FinishedCall(String method, Status.Code status, int errorNumber, long nanos) {}
}
