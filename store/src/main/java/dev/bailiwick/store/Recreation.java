package dev.bailiwick.store;

/// Whether a deleted aggregate may begin anew.
public enum Recreation {
    ALLOWED, FORBIDDEN
}
