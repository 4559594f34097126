package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedUUID;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The row that an execution leaves in the event log.
record ActionRecord(UUID id, String name, String principal, @Nullable Object params, Instant date) {
    ActionRecord(Class<?> action, String principal, @Nullable Object params, Instant date) {
        this(ShardedUUID.generate(ShardIdentifier.DEFAULT).value(), nameOf(action), principal, params, date);
    }

    /// A class without a name of its own has that of the one around it.
    static String nameOf(Class<?> type) {
        return type.isAnonymousClass() ? type.getName() : type.getSimpleName();
    }
}
