package dev.bailiwick.engine;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/// The part of a sealed index that says where commands were executed: a column family for each bucket of [CommandWindow]. Commands are
/// forgotten by whole buckets, so a bucket goes by dropping its family, and until then hardly anything of it is ever merged.
///
/// Thread-safe. A family that goes is waited for until nobody reads it; whoever calls sees to it that the database is open.
final class CommandFamilies {
    private static final String PREFIX = "commands-";

    private final RocksDB rocks;
    private final ColumnFamilyOptions options;
    private final TreeMap<Long, ColumnFamilyHandle> families = new TreeMap<>();
    private final ReadWriteLock lock = new ReentrantReadWriteLock();

    /// @param options of the families to come; left to the caller to close
    /// @param opened those that the database has, and its default one
    CommandFamilies(RocksDB rocks, ColumnFamilyOptions options, Map<String, ColumnFamilyHandle> opened) {
        this.rocks = rocks;
        this.options = options;
        opened.forEach((name, handle) -> {
            if (isFamily(name)) {
                families.put(Long.parseLong(name.substring(PREFIX.length())), handle);
            }
        });
    }

    /// Whether a column family with this name is one of a bucket.
    static boolean isFamily(String name) {
        return name.matches(PREFIX + "[0-9]{1,18}");
    }

    byte @Nullable [] get(ReadOptions reading, long bucket, byte[] key) throws RocksDBException {
        lock.readLock().lock();
        try {
            var family = families.get(bucket);
            return family == null ? null : rocks.get(family, reading, key);
        } finally {
            lock.readLock().unlock();
        }
    }

    /// Adds a file of a bucket's commands, which is moved, unless the bucket is forgotten meanwhile.
    void ingest(long bucket, String file, IngestExternalFileOptions moving) throws RocksDBException {
        create(bucket);
        lock.readLock().lock();
        try {
            var family = families.get(bucket);
            if (family != null) {
                rocks.ingestExternalFile(family, List.of(file), moving);
            }
        } finally {
            lock.readLock().unlock();
        }
    }

    private void create(long bucket) throws RocksDBException {
        lock.writeLock().lock();
        try {
            if (!families.containsKey(bucket)) {
                var name = (PREFIX + bucket).getBytes(StandardCharsets.US_ASCII);
                families.put(bucket, rocks.createColumnFamily(new ColumnFamilyDescriptor(name, options)));
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    /// Drops all buckets before this one.
    void forgetBefore(long bucket) throws RocksDBException {
        lock.writeLock().lock();
        try {
            while (!families.isEmpty() && families.firstKey() < bucket) {
                var first = families.firstEntry();
                rocks.dropColumnFamily(first.getValue());
                rocks.destroyColumnFamilyHandle(first.getValue());
                families.remove(first.getKey());
            }
        } finally {
            lock.writeLock().unlock();
        }
    }
}
