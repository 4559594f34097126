package dev.bailiwick.store;

import dev.bailiwick.placement.AggregateKey;
import java.util.Map;

/// What an append did.
///
/// @param versions each aggregate's last version after the append
/// @param sequences in each partition that was touched, the sequence of the commit in that partition's feed; empty where a server does not
///        tell them, since the caller may see only one org
/// @param duplicate whether the command had been executed before; then this is the result of that time
public record AppendResult(Map<AggregateKey, Long> versions, Map<Integer, Long> sequences, boolean duplicate) {
    public AppendResult {
        versions = Map.copyOf(versions);
        sequences = Map.copyOf(sequences);
    }

    /// The aggregate's last version after the append; the aggregate must have been part of it.
    public long version(AggregateKey key) {
        var version = versions.get(key);
        if (version == null) {
            throw new IllegalArgumentException("this append did not write to " + key);
        }
        return version;
    }

    /// The same for somebody who may not know how many commits there are.
    public AppendResult withoutSequences() {
        return new AppendResult(versions, Map.of(), duplicate);
    }

    public AppendResult asDuplicate() {
        return new AppendResult(versions, sequences, true);
    }
}
