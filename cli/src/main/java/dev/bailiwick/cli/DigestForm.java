package dev.bailiwick.cli;

import dev.bailiwick.store.PartitionDigest;
import java.util.SortedMap;

/// Digests of partitions as JSON.
final class DigestForm {
    private DigestForm() {
    }

    static JsonWriter json(SortedMap<Integer, PartitionDigest> digests) {
        var all = new JsonWriter();
        digests.forEach((partition, digest) -> all.put(Integer.toString(partition),
                new JsonWriter().put("sequence", digest.sequence()).put("digest", digest.digest().toString())));
        return all;
    }
}
