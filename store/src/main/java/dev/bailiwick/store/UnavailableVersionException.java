package dev.bailiwick.store;

import dev.bailiwick.placement.AggregateKey;
import java.util.Map;

/// 1000: the requested version was trimmed away.
public final class UnavailableVersionException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final transient AggregateKey key;
    private final long requestedVersion;
    private final long firstVersion;

    public UnavailableVersionException(AggregateKey key, long requestedVersion, long firstVersion) {
        super(ErrorCode.UNAVAILABLE_VERSION,
                "version " + requestedVersion + " of " + key + " was trimmed away; the first readable version is "
                        + firstVersion,
                Map.of("key", key, "requestedVersion", requestedVersion, "firstVersion", firstVersion));
        this.key = key;
        this.requestedVersion = requestedVersion;
        this.firstVersion = firstVersion;
    }

    public AggregateKey key() {
        return key;
    }

    public long requestedVersion() {
        return requestedVersion;
    }

    /// The first version that is readable; one past the last where nothing is.
    public long firstVersion() {
        return firstVersion;
    }
}
