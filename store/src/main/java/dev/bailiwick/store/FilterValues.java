package dev.bailiwick.store;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/// The sets in filters: bounded, immutable, in the order given.
final class FilterValues {
    private FilterValues() {
    }

    static Set<String> eventTypes(Set<String> types) {
        var copy = bounded("event types in a filter", types);
        copy.forEach(EventTypes::check);
        return copy;
    }

    static <T> Set<T> bounded(String limit, Set<T> values) {
        Limits.check(limit, values.size(), Limits.MAX_FILTER_VALUES);
        return Collections.unmodifiableSet(new LinkedHashSet<>(values));
    }

    static <T> Set<T> with(Set<T> values, T another) {
        var extended = new LinkedHashSet<>(values);
        extended.add(another);
        return extended;
    }
}
