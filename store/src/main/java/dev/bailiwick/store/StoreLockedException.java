package dev.bailiwick.store;

import java.util.Map;

/// 12002: the store is open already, in this process or another.
public final class StoreLockedException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final String directory;

    public StoreLockedException(String directory) {
        super(ErrorCode.STORE_LOCKED, "the store in " + directory + " is open already; close it there first",
                Map.of("directory", directory));
        this.directory = directory;
    }

    public String directory() {
        return directory;
    }
}
