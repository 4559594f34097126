package dev.bailiwick.persistence;

import java.util.ArrayList;
import java.util.List;

/// Lists in pieces that a statement can take.
final class Chunks {
    private Chunks() {
    }

    /// Views of the list, one after the other, each of this size but for the last.
    static <E> List<List<E>> of(List<E> all, int size) {
        var chunks = new ArrayList<List<E>>();
        for (int from = 0; from < all.size(); from += size) {
            chunks.add(all.subList(from, Math.min(all.size(), from + size)));
        }
        return chunks;
    }
}
