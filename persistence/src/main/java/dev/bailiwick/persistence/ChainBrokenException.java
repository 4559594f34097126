package dev.bailiwick.persistence;

/// The events of a model are not those that were written: one was changed, removed or put in.
public final class ChainBrokenException extends PersistenceException {
    private static final long serialVersionUID = 1;

    private final long version;

    ChainBrokenException(String model, long version, String what) {
        super(PersistenceError.CHAIN_BROKEN, "the events of " + model + " " + what + " at version " + version
                + ". Compare them with a backup");
        this.version = version;
    }

    /// The first event that does not fit.
    public long version() {
        return version;
    }
}
