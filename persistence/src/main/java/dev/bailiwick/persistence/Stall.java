package dev.bailiwick.persistence;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

/// A model whose next event a handler has not taken. The event, and all that follow it, wait here, while others pass.
///
/// @param afterVersion the handler has taken, or does not want, everything up to this version
/// @param attempts how often the next event has failed
/// @param failure the last one; empty where there was none
record Stall(EventDraft.Stream stream, int slot, long afterVersion, int attempts, State state, Instant since,
        String failure) {
    private static final int MAX_FAILURE_LENGTH = 1_000;

    enum State {
        /// For the next attempt.
        WAITING,
        /// Until somebody decides.
        PARKED
    }

    /// The text of a failure as every database can keep it.
    static String textOf(Throwable failure) {
        var text = failure.toString().replace('\0', ' ');
        var start = text.substring(0, Math.min(text.length(), MAX_FAILURE_LENGTH));
        return new String(start.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8); // without halves of characters
    }
}
