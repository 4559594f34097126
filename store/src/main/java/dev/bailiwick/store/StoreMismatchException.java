package dev.bailiwick.store;

import java.util.Map;

/// 12003: an option contradicts what the store was created with.
public final class StoreMismatchException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final String option;
    private final String requested;
    private final String stored;

    public StoreMismatchException(String option, String requested, String stored) {
        super(ErrorCode.STORE_MISMATCH, "the store was created with " + option + " " + stored
                + " and cannot be opened with " + requested + "; leave the option out",
                Map.of("option", option, "requested", requested, "stored", stored));
        this.option = option;
        this.requested = requested;
        this.stored = stored;
    }

    public String option() {
        return option;
    }

    public String requested() {
        return requested;
    }

    public String stored() {
        return stored;
    }
}
