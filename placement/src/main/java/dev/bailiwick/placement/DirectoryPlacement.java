package dev.bailiwick.placement;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.ReentrantLock;

/// Places a key where a directory says: full control over each key, at the price of metadata that must be kept right.
///
/// Entries are cached, the least recently used dropped first. Absence is not cached, so a key that is new in the directory
/// is found at once. Each entry carries the directory's version; [#advanceTo] forgets what is older, [#invalidate] forgets
/// one key. A load that was under way when its key was invalidated answers those who already waited for it and nobody
/// else, and an entry that is older than the version the cache was told of is answered but not kept. Threads that ask for
/// one key at the same time share one load.
///
/// The lock guards the map alone and is never held during a load.
public final class DirectoryPlacement<K> implements Placement<K> {
    public static final int MAX_ENTRIES = 10_000_000;

    private final DirectoryLoader<K> loader;
    private final int maxEntries;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<K, CompletableFuture<Optional<DirectoryLoader.Entry>>> entries = new LinkedHashMap<>(16, 0.75f,
            true);
    private long version;
    private long hits;
    private long misses;

    /// @param maxEntries how many keys to remember, 1 to [#MAX_ENTRIES]
    public DirectoryPlacement(DirectoryLoader<K> loader, int maxEntries) {
        if (maxEntries < 1 || maxEntries > MAX_ENTRIES) {
            throw new IllegalArgumentException(
                    "a directory caches 1 to " + MAX_ENTRIES + " entries, not " + maxEntries);
        }
        this.loader = loader;
        this.maxEntries = maxEntries;
    }

    @Override
    public Optional<ShardIdentifier> place(K key) {
        var mine = new CompletableFuture<Optional<DirectoryLoader.Entry>>();
        var entry = findOrPromise(key, mine).map(this::await).orElseGet(() -> load(key, mine));
        return entry.map(DirectoryLoader.Entry::shard);
    }

    /// Forgets one key: the next question for it is loaded.
    public void invalidate(K key) {
        locked(() -> entries.remove(key));
    }

    /// Forgets everything.
    public void invalidateAll() {
        locked(entries::clear);
    }

    /// Tells that the directory has reached this version: entries of an older one are forgotten, and loads under way are
    /// not kept. A version that is not newer changes nothing.
    public void advanceTo(long newVersion) {
        locked(() -> {
            if (newVersion > version) {
                version = newVersion;
                entries.values().removeIf(entry -> !isCurrent(entry));
            }
        });
    }

    public Statistics statistics() {
        lock.lock();
        try {
            return new Statistics(hits, misses, entries.size(), version);
        } finally {
            lock.unlock();
        }
    }

    /// What the cache did so far. A question that joins another's load counts as a miss.
    ///
    /// @param version the version that the cache was last advanced to
    public record Statistics(long hits, long misses, int entries, long version) {}

    /// What is known or being loaded; or else empty, and `mine` is now what the others wait for.
    private Optional<CompletableFuture<Optional<DirectoryLoader.Entry>>> findOrPromise(K key,
            CompletableFuture<Optional<DirectoryLoader.Entry>> mine) {
        lock.lock();
        try {
            var known = entries.get(key);
            if (known != null && known.isDone()) {
                hits++;
                return Optional.of(known);
            }
            misses++;
            if (known != null) {
                return Optional.of(known);
            }
            entries.put(key, mine);
            dropEldest();
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    private Optional<DirectoryLoader.Entry> load(K key, CompletableFuture<Optional<DirectoryLoader.Entry>> mine) {
        Optional<DirectoryLoader.Entry> loaded;
        try {
            // A loader that was compiled without null checks may answer null, which must not reach the cache.
            loaded = Objects.requireNonNull(loader.load(key),
                    "the directory's loader answered null; a key that it does not know is Optional.empty()");
        } catch (RuntimeException | Error e) {
            locked(() -> entries.remove(key, mine));
            mine.completeExceptionally(e);
            throw e;
        }
        locked(() -> {
            mine.complete(loaded);
            if (loaded.isEmpty() || !isCurrent(mine)) {
                entries.remove(key, mine);
            }
        });
        return loaded;
    }

    private Optional<DirectoryLoader.Entry> await(CompletableFuture<Optional<DirectoryLoader.Entry>> other) {
        try {
            return other.join();
        } catch (CompletionException e) {
            throw new IllegalStateException("the directory could not be read by the thread that was loading this key",
                    e.getCause());
        }
    }

    private boolean isCurrent(CompletableFuture<Optional<DirectoryLoader.Entry>> entry) {
        return entry.isDone() && entry.join().map(known -> known.version() >= version).orElse(false);
    }

    private void dropEldest() {
        if (entries.size() > maxEntries) {
            var eldest = entries.keySet().iterator();
            eldest.next();
            eldest.remove();
        }
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
    }
}
