package dev.bailiwick.persistence;

import java.util.List;
import java.util.Optional;

/// Some rows, and where to go on.
///
/// @param next the cursor for [PageRequest#after]; empty where there are no more rows
public record Page<T>(List<T> items, Optional<String> next) {
    public Page {
        items = List.copyOf(items);
    }
}
