package dev.bailiwick.server;

import java.util.Locale;

/// Whether calls are being served. Thread-safe.
final class Readiness {
    private volatile State state = State.STARTING;

    enum State {
        STARTING, READY, DRAINING;

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    State state() {
        return state;
    }

    void become(State next) {
        state = next;
    }
}
