package dev.bailiwick.cli;

import dev.bailiwick.store.CompactableStore;
import dev.bailiwick.store.StoreClosedException;

/// A store that is closed when the command is done, and also when the process is told to end (Ctrl-C, SIGTERM): what was accepted
/// is finished, and a batch that is being printed is printed to its end.
final class HeldStore implements AutoCloseable {
    private final CompactableStore store;
    private final Thread hook = Thread.ofPlatform().unstarted(this::endEarly);
    private volatile boolean endedEarly;

    HeldStore(CompactableStore store) {
        this.store = store;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /// The work meets a closed store when it is ended early. Nobody wants to read about that: the process is ending, with the code
    /// that says why, whatever is returned here.
    int run(StoreWork work) throws Exception {
        try {
            return work.with(store);
        } catch (StoreClosedException e) {
            if (endedEarly) {
                return ExitCode.DONE;
            }
            throw e;
        }
    }

    private void endEarly() {
        endedEarly = true;
        store.close();
    }

    @Override
    public void close() {
        store.close();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending, and the hook runs.
        }
    }
}
