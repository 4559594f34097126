package dev.bailiwick.server;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// What a new key is to allow.
///
/// @param name for whom it is, in words; 1 to [#MAX_NAME_BYTES] UTF-8 bytes on one line
/// @param org the only org that its holder can see; empty for all orgs
public record ApiKeyRequest(String name, Optional<UUID> org, Set<Right> rights, Optional<Instant> expires) {
    public static final int MAX_NAME_BYTES = 128;

    public ApiKeyRequest {
        checkName(name);
        rights = Set.copyOf(rights);
        if (rights.isEmpty()) {
            throw new IllegalArgumentException("a key needs at least one right");
        }
    }

    /// Names go into the log and into files of lines.
    static void checkName(String name) {
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        if (name.isBlank() || bytes > MAX_NAME_BYTES || name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    "a name has 1 to " + MAX_NAME_BYTES + " bytes of UTF-8 and no control characters");
        }
    }
}
