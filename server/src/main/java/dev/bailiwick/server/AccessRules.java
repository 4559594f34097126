package dev.bailiwick.server;

import java.util.List;

/// Who is let in without a key.
///
/// @param identities the client certificates that are known; the first that fits counts
/// @param anonymous whether somebody without credentials may do everything
/// @param anonymousOffLoopback whether that holds for callers from other machines too
record AccessRules(List<CertificateIdentity> identities, boolean anonymous, boolean anonymousOffLoopback) {
    static final AccessRules KEYS_ONLY = new AccessRules(List.of(), false, false);

    AccessRules {
        identities = List.copyOf(identities);
    }
}
