package dev.bailiwick.server;

import dev.bailiwick.store.Hash256;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// The keys of a server, for whoever hands them out. Works on the file that a running server looks at, which notices a change within a
/// second. Of a secret only its hash is kept.
///
/// Every change is on stable storage when the method returns. Several processes may change the file; one waits for the other.
public final class ApiKeys {
    /// Keys in a file.
    public static final int MAX_KEYS = 10_000;

    private final KeyFile file;
    private final InstantSource clock;
    private final RandomGenerator random;

    ApiKeys(KeyFile file, InstantSource clock, RandomGenerator random) {
        this.file = file;
        this.clock = clock;
        this.random = random;
    }

    /// The keys in a file, which is created with the first one.
    public static ApiKeys at(Path file) {
        return new ApiKeys(KeyFile.at(file), InstantSource.system(), new SecureRandom());
    }

    /// Makes a key. Its secret is in the answer and nowhere else.
    ///
    /// @throws IllegalArgumentException if there are [#MAX_KEYS] already, or if it would have expired before it is made
    /// @throws UnusableFileException if the file is damaged, open to others, or cannot be written
    public NewApiKey create(ApiKeyRequest request) {
        var now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        if (request.expires().isPresent() && !request.expires().get().isAfter(now)) {
            throw new IllegalArgumentException("a key that expires at " + request.expires().get() + " is of no use");
        }
        return file.file().locked(() -> {
            var entries = file.read();
            if (entries.size() >= MAX_KEYS) {
                throw new IllegalArgumentException("there are at most " + MAX_KEYS + " keys; revoke some first");
            }
            var secret = KeySecret.generate(random);
            while (entries.containsKey(secret.keyId())) {
                secret = KeySecret.generate(random);
            }
            var key = new ApiKey(secret.keyId(), request.name(), request.org(), request.rights(), now,
                    request.expires());
            entries.put(key.id(), new KeyFile.Entry(key, Hash256.of(secret.sha256())));
            file.replace(entries.values());
            return new NewApiKey(key, secret.text());
        });
    }

    /// All keys, expired ones included, in the order in which they were made.
    ///
    /// @throws UnusableFileException if the file is damaged, open to others, or cannot be read
    public List<ApiKey> list() {
        return file.read().values().stream().map(KeyFile.Entry::key).toList();
    }

    /// Takes a key back. A running server refuses it within a second and ends what its holder has open within a few.
    ///
    /// @return the key; empty if there is none with this id
    /// @throws UnusableFileException if the file is damaged, open to others, or cannot be written
    public Optional<ApiKey> revoke(String id) {
        return file.file().locked(() -> {
            var entries = file.read();
            var revoked = entries.remove(id);
            if (revoked == null) {
                return Optional.empty();
            }
            file.replace(entries.values());
            return Optional.of(revoked.key());
        });
    }
}
