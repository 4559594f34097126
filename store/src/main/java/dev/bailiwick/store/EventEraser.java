package dev.bailiwick.store;

/// Forgetting for good. Payloads and their salts are removed and everything else stays, so that chains still verify, while
/// nothing about an erased payload can be guessed from its hash. Types and metadata stay: put nothing personal there.
public interface EventEraser {
    /// Erases all payloads written so far and returns when none is left. Erased events remain in reads and feeds as stubs with
    /// an empty payload. Works on deleted and trimmed aggregates too. Erasing again finds nothing left to erase.
    ///
    /// @throws AggregateNotExistsException if one aggregate is named and it never existed
    EraseReceipt erase(EraseRequest request);
}
