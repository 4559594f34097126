package dev.bailiwick.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/// What the writing processes of the demo said: what they were about to do and what was acknowledged. It outlives them, and is what
/// the log is held against in the end. Thread-safe.
final class DemoLedger {
    /// So that the ledger of a fast machine fits into memory.
    static final int MAX_TRANSFERS = 2_000_000;

    private final Map<UUID, Transfer> inFlight = new HashMap<>();
    private final Map<UUID, Transfer> acknowledged = new HashMap<>();
    private CompletableFuture<Boolean> running = new CompletableFuture<>();
    private long conflicts;
    private long recognised;
    private boolean ended;
    private Optional<String> failure = Optional.empty();

    /// Takes one line of the journal.
    synchronized void take(String line) {
        int space = line.indexOf(' ');
        var word = space < 0 ? line : line.substring(0, space);
        var rest = line.substring(space + 1);
        switch (word) {
            case DemoJournal.RUNNING -> running.complete(true);
            case DemoJournal.SENDING -> {
                var transfer = Transfer.ofWords(rest);
                inFlight.put(transfer.id(), transfer);
            }
            case DemoJournal.DONE -> acknowledge(Transfer.ofWords(rest));
            case DemoJournal.DUPLICATE -> {
                recognised++;
                acknowledge(Transfer.ofWords(rest));
            }
            case DemoJournal.CONFLICT -> {
                conflicts++;
                inFlight.remove(Transfer.ofWords(rest).id());
            }
            case DemoJournal.FAILED -> failure = Optional.of(rest);
            case DemoJournal.ENDED -> ended = true;
            default -> failure = Optional.of("it said '" + Printable.brief(line) + "'");
        }
    }

    private void acknowledge(Transfer transfer) {
        inFlight.remove(transfer.id());
        acknowledged.put(transfer.id(), transfer);
    }

    /// A process begins anew: completes when it is through with what was in flight.
    synchronized CompletableFuture<Boolean> nextLife() {
        running = new CompletableFuture<>();
        return running;
    }

    synchronized List<Transfer> inFlight() {
        return new ArrayList<>(inFlight.values());
    }

    synchronized Map<UUID, Transfer> acknowledged() {
        return Map.copyOf(acknowledged);
    }

    synchronized int transfers() {
        return acknowledged.size();
    }

    synchronized long conflicts() {
        return conflicts;
    }

    /// How many were found to be written already when they were sent again.
    synchronized long recognised() {
        return recognised;
    }

    /// Whether the last process said that it answered everything.
    synchronized boolean ended() {
        return ended;
    }

    synchronized Optional<String> failure() {
        return failure;
    }
}
