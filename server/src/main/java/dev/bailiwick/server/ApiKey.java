package dev.bailiwick.server;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// A key as it may be shown: everything but the secret.
///
/// @param id by which it is revoked, and named in the log
/// @param org the only org that its holder can see; empty for all orgs
/// @param expires from when on it is no longer accepted
public record ApiKey(String id, String name, Optional<UUID> org, Set<Right> rights, Instant created,
        Optional<Instant> expires) {
    public ApiKey {
        rights = Set.copyOf(rights);
    }

    public boolean isExpired(Instant now) {
        return expires.isPresent() && !now.isBefore(expires.get());
    }

    Caller caller() {
        return new Caller(name, org, rights, new Caller.Proof.Key(id));
    }
}
