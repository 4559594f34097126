package dev.bailiwick.placement;

/// Bytes that were to be a [PartitionMap] are damaged, or were written by a newer version. The message says which.
public final class UnreadablePartitionMapException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnreadablePartitionMapException(String message) {
        super(message);
    }
}
