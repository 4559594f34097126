package dev.bailiwick.store;

import dev.bailiwick.placement.AggregateKey;
import java.util.Map;

/// 3000: a trim would keep from a version that is not written yet.
public final class TrimBeyondEndException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final transient AggregateKey key;
    private final long keepFromVersion;
    private final long version;

    public TrimBeyondEndException(AggregateKey key, long keepFromVersion, long version) {
        super(ErrorCode.TRIM_BEYOND_END, key + " is at version " + version + " and can be trimmed up to "
                + (version + 1) + ", not " + keepFromVersion,
                Map.of("key", key, "keepFromVersion", keepFromVersion, "version", version));
        this.key = key;
        this.keepFromVersion = keepFromVersion;
        this.version = version;
    }

    public AggregateKey key() {
        return key;
    }

    public long keepFromVersion() {
        return keepFromVersion;
    }

    /// The aggregate's last version.
    public long version() {
        return version;
    }
}
