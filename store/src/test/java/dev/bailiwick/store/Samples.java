package dev.bailiwick.store;

import dev.bailiwick.placement.AggregateKey;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// Values that the tests have in common.
final class Samples {
    static final UUID ORG = new UUID(0, 1);
    static final UUID TYPE = new UUID(0, 2);
    static final AggregateKey KEY = key(3);
    static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");
    static final CommitStamp STAMP = new CommitStamp(5, 9, TIME);

    private Samples() {
    }

    /// A key of [#ORG] and [#TYPE].
    static AggregateKey key(long id) {
        return new AggregateKey(ORG, TYPE, new UUID(0, id));
    }

    static NewEvent event(String type) {
        return NewEvent.of(type, new byte[]{1});
    }

    static RecordedEvent recorded(AggregateKey key, String type) {
        return new RecordedEvent(key, 1, type, Collections.emptySortedMap(), new byte[]{1}, false, STAMP, Hash256.ZERO);
    }

    static Commit commit(Change change) {
        return new Commit(STAMP, Optional.of(new UUID(7, 7)), change);
    }

    static Commit appended(RecordedEvent... events) {
        return commit(new Change.Appended(List.of(events)));
    }

    /// A set of `count` values.
    static <T> Set<T> many(int count, IntFunction<T> value) {
        var values = new LinkedHashSet<T>();
        IntStream.range(0, count).mapToObj(value).forEach(values::add);
        return values;
    }
}
