package dev.bailiwick.server;

/// A key that was just made.
///
/// @param secret what its holder sends; shown this once and kept nowhere
public record NewApiKey(ApiKey key, String secret) {
    /// Without the secret.
    @Override
    public String toString() {
        return "NewApiKey[" + key + "]";
    }
}
