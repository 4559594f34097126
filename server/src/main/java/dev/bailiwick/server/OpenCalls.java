package dev.bailiwick.server;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The calls that would never end by themselves, so that a server which closes can end them. Thread-safe.
final class OpenCalls {
    private final Set<OpenCall> calls = ConcurrentHashMap.newKeySet();
    private volatile boolean ending;

    /// A call without an end of its own.
    interface OpenCall {
        /// Ends it soon, and tells the client to come back. Does not wait. May be called more than once.
        void end();
    }

    void add(OpenCall call) {
        calls.add(call);
        if (ending) {
            call.end();
        }
    }

    void remove(OpenCall call) {
        calls.remove(call);
    }

    void endAll() {
        ending = true;
        calls.forEach(OpenCall::end);
    }

    int count() {
        return calls.size();
    }
}
