package dev.bailiwick.examples;

/// What a wallet may be. A deleted one is not there for any reader.
public enum WalletState {
    ACTIVE, BLOCKED, DELETED
}
