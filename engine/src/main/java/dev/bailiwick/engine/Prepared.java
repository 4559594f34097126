package dev.bailiwick.engine;

import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.Hash256;
import org.jspecify.annotations.Nullable;

/// An append request with all that can be made of it before it is decided, by the thread that sent it. What the shard's thread
/// will need of it lies close together.
///
/// @param fingerprint null without a command
/// @param partitions of the aggregates, in the order of the request
/// @param bodies of all events as frames hold them, one behind the other
/// @param bodyEnds for each aggregate where the bodies of its events end
/// @param contents of all events as the chain hashes them
/// @param contentEnds for each event where its content ends
@SuppressWarnings("ArrayRecordComponent") // handed from one thread to another, never compared
record Prepared(AppendRequest request, @Nullable Hash256 fingerprint, int[] partitions, byte[] bodies, int[] bodyEnds,
        byte[] contents, int[] contentEnds) {

    int events() {
        return contentEnds.length;
    }
}
