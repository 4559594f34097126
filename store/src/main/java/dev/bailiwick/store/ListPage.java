package dev.bailiwick.store;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// One page of a listing.
///
/// @param next asks for the page after this one; empty at the end
public record ListPage(List<UUID> ids, Optional<ListRequest> next) {
    public ListPage {
        ids = List.copyOf(ids);
    }
}
