package dev.bailiwick.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// What the writing process of the demo says, a line at a time. A line is in the pipe when the method returns, so that it survives
/// the process. Thread-safe.
final class DemoJournal {
    static final String RUNNING = "running";
    static final String SENDING = "sending";
    static final String DONE = "done";
    static final String DUPLICATE = "duplicate";
    static final String CONFLICT = "conflict";
    static final String FAILED = "failed";
    static final String ENDED = "ended";

    private final OutputStream out;

    DemoJournal(OutputStream out) {
        this.out = out;
    }

    /// What was in flight is answered, and new transfers begin.
    void running() {
        say(RUNNING);
    }

    /// From now on nobody knows whether the transfer happened.
    void sending(Transfer transfer) {
        say(SENDING + " " + transfer.toWords());
    }

    /// The store acknowledged it.
    ///
    /// @param duplicate whether it had been written by an earlier process
    void done(Transfer transfer, boolean duplicate) {
        say((duplicate ? DUPLICATE : DONE) + " " + transfer.toWords());
    }

    /// The store refused it, so that it did not happen.
    void conflict(Transfer transfer) {
        say(CONFLICT + " " + transfer.toWords());
    }

    void failed(String reason) {
        say(FAILED + " " + Printable.line(reason));
    }

    /// Everything is answered, and the store is closed.
    void ended() {
        say(ENDED);
    }

    /// A line is shorter than what a pipe takes in one piece, so that a kill never leaves half a line.
    private synchronized void say(String line) {
        try {
            out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException e) {
            // Nobody listens, so the demo is over.
            Runtime.getRuntime().halt(ExitCode.UNEXPECTED_FAILURE);
        }
    }
}
