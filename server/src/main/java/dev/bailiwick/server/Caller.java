package dev.bailiwick.server;

import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Who calls, as far as the server is concerned.
///
/// @param name for the log; not an identity
/// @param org the only org that this caller can see; empty for all orgs
/// @param proof by what it was recognised
public record Caller(String name, Optional<UUID> org, Set<Right> rights, Proof proof) {
    public Caller {
        rights = Set.copyOf(rights);
    }

    /// Somebody who need not say who it is, and may do everything.
    static Caller anonymous() {
        return new Caller("anonymous", Optional.empty(), EnumSet.allOf(Right.class), new Proof.Nothing());
    }

    /// By what a caller is recognised, and how long that holds.
    public sealed interface Proof {
        /// The key with this id, until it expires or is revoked.
        record Key(String id) implements Proof {}

        /// A client certificate.
        record Certificate(Instant notAfter) implements Proof {}

        /// Nothing was asked for.
        record Nothing() implements Proof {}
    }
}
