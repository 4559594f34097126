package dev.bailiwick.server;

import dev.bailiwick.store.Hash256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The keys as a running server sees them. Looks whether the file was replaced when somebody asks, at most once a second for a key that it
/// knows, and at once for one that it does not. A file that cannot be used lets nobody in: it may have been changed to keep somebody out.
///
/// Thread-safe.
final class LiveKeys {
    private static final System.Logger LOG = System.getLogger(LiveKeys.class.getName());
    private static final long CHECK_NS = Duration.ofSeconds(1).toNanos();
    /// A file that was changed so recently may change again without looking different.
    private static final Duration SETTLED = Duration.ofSeconds(2);
    private static final byte[] NOBODY = new byte[Hash256.BYTES];

    private final KeyFile file;
    private final InstantSource clock;
    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile Seen seen;
    /// What was logged last about the file, so that it is said once; under the lock.
    private String complaint = "";

    private LiveKeys(KeyFile file, InstantSource clock, LongSupplier nanoTime) {
        this.file = file;
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.seen = new Seen(Map.of(), null, nanoTime.getAsLong());
    }

    /// @throws UnusableFileException if the file cannot be used now; later that keeps everybody out and is logged
    static LiveKeys open(Path path, InstantSource clock, LongSupplier nanoTime) {
        var keys = new LiveKeys(KeyFile.at(path), clock, nanoTime);
        var stamp = keys.stamp();
        keys.seen = new Seen(keys.file.read(), stamp, nanoTime.getAsLong());
        return keys;
    }

    /// The key to which this is the secret.
    Optional<ApiKey> find(KeySecret secret) {
        var entry = current().entries().get(secret.keyId());
        if (entry == null) {
            refreshUnlessBusy(); // it may have been made a moment ago
            entry = seen.entries().get(secret.keyId());
        }
        var expected = entry == null ? NOBODY : entry.sha256().toBytes();
        boolean same = MessageDigest.isEqual(expected, secret.sha256());
        return entry == null || !same || entry.key().isExpired(clock.instant())
                ? Optional.empty()
                : Optional.of(entry.key());
    }

    /// Whether the key with this id is still accepted.
    boolean isAccepted(String id) {
        var entry = current().entries().get(id);
        return entry != null && !entry.key().isExpired(clock.instant());
    }

    int count() {
        return current().entries().size();
    }

    private Seen current() {
        if (nanoTime.getAsLong() - seen.checkedNs() >= CHECK_NS) {
            refreshUnlessBusy();
        }
        return seen;
    }

    private void refreshUnlessBusy() {
        if (lock.tryLock()) {
            try {
                refresh();
            } finally {
                lock.unlock();
            }
        }
    }

    private void refresh() {
        var before = seen;
        long now = nanoTime.getAsLong();
        var stamp = stamp();
        if (Objects.equals(stamp, before.stamp()) && isSettled(stamp)) {
            seen = new Seen(before.entries(), stamp, now);
            return;
        }
        seen = new Seen(readOrNone(), stamp, now);
    }

    private Map<String, KeyFile.Entry> readOrNone() {
        try {
            var entries = file.read();
            complaint = "";
            return entries;
        } catch (UnusableFileException e) {
            if (!String.valueOf(e.getMessage()).equals(complaint)) {
                complaint = String.valueOf(e.getMessage());
                LOG.log(System.Logger.Level.ERROR, "no key is accepted: " + complaint);
            }
            return Map.of();
        }
    }

    private boolean isSettled(@Nullable Stamp stamp) {
        return stamp == null || stamp.modified().plus(SETTLED).isBefore(clock.instant());
    }

    private @Nullable Stamp stamp() {
        try {
            var attributes = Files.readAttributes(file.file().path(), BasicFileAttributes.class);
            return new Stamp(attributes.lastModifiedTime().toInstant(), attributes.size(),
                    String.valueOf(attributes.fileKey()));
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            return new Stamp(Instant.MAX.minus(SETTLED), 0, String.valueOf(e.getMessage()));
        }
    }

    /// By what a replaced file is told from the one before.
    private record Stamp(Instant modified, long bytes, String identity) {}

    /// @param stamp of the file that was read; null where there was none
    private record Seen(Map<String, KeyFile.Entry> entries, @Nullable Stamp stamp, long checkedNs) {}
}
