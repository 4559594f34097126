package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardedUUID;
import dev.bailiwick.placement.TypedId;

/// What of an id is in the database.
final class StoredIds {
    private StoredIds() {
    }

    static Object of(Object id) {
        return switch (id) {
            case TypedId<?> typed -> typed.uuid();
            case ShardedUUID sharded -> sharded.value();
            default -> id;
        };
    }
}
