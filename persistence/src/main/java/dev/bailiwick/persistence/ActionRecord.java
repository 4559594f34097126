package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedUUID;
import java.security.Principal;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The row that an execution leaves in the event log.
///
/// @param params as text
record ActionRecord(UUID id, String name, String className, Principal principal, String params, Instant date) {
    static ActionRecord of(Class<?> action, Principal principal, @Nullable Object params, PayloadWriter payloads,
            Instant date) {
        return new ActionRecord(ShardedUUID.generate(ShardIdentifier.DEFAULT).value(), nameOf(action),
                action.getName(), principal, params == null ? "null" : payloads.write(params), date);
    }

    /// What makes up for an action has a row of its own.
    static ActionRecord compensation(ActionRecord action, Instant date) {
        return new ActionRecord(ShardedUUID.generate(ShardIdentifier.DEFAULT).value(), action.name() + " compensation",
                action.className(), action.principal(), "{\"compensated\":\"" + action.id() + "\"}", date);
    }

    /// A class without a name of its own has that of the one around it.
    static String nameOf(Class<?> type) {
        return type.isAnonymousClass() ? type.getName() : type.getSimpleName();
    }
}
