package dev.bailiwick.store;

/// Finding out what is there.
public interface AggregateCatalogue {
    /// One page of ids, in an order of the store's choosing that stays the same. An id that is there during the whole listing
    /// appears exactly once, and what was acknowledged before it began is in it. Work for a page is bounded, so a page may be short or empty and still have a next one.
    ListPage list(ListRequest request);
}
