package dev.bailiwick.store;

/// Checking that history is what it was.
public interface IntegrityVerifier {
    /// Recomputes hash chains and partition digests from the events and compares them with what the store holds. Damage is
    /// reported, not thrown.
    VerifyReport verify(VerifyRequest request);
}
