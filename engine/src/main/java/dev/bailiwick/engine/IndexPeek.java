package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.spi.CompactReader;
import dev.bailiwick.placement.spi.MalformedBytesException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.Logger;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/// Looks into the index of a shard that another process may have open, and changes nothing: RocksDB is opened for reading, takes no lock and
/// writes no log. It sees the index as it was then. Belongs to one thread.
final class IndexPeek implements AutoCloseable {
    private static final long CACHE_BYTES = 8L << 20;

    private final IndexMemory memory;
    private final Options options;
    private final Logger silence;
    private final RocksDB rocks;
    private final ReadOptions reading = new ReadOptions().setTotalOrderSeek(true).setFillCache(false);

    private IndexPeek(IndexMemory memory, Options options, Logger silence, RocksDB rocks) {
        this.memory = memory;
        this.options = options;
        this.silence = silence;
        this.rocks = rocks;
    }

    static IndexPeek open(Path shardDirectory) throws IOException {
        var path = shardDirectory.resolve(IndexDatabase.NAME);
        if (!Files.isDirectory(path)) {
            throw new IOException("there is no index in " + shardDirectory);
        }
        var memory = new IndexMemory(CACHE_BYTES, false);
        var silence = new Silence();
        var options = memory.options().setCreateIfMissing(false);
        options.setLogger(silence);
        try {
            return new IndexPeek(memory, options, silence, RocksDB.openReadOnly(options, path.toString()));
        } catch (RocksDBException e) {
            options.close();
            silence.close();
            memory.close();
            throw failure(shardDirectory, e);
        }
    }

    /// The last segment that it has; 0 if there is none.
    long indexedUpTo() throws IOException {
        var bytes = get(new byte[]{IndexKeys.WATERMARK});
        try {
            return bytes.isPresent() ? Watermark.read(bytes.get()).segmentId() : 0;
        } catch (MalformedBytesException e) {
            throw new IOException("the index says in a way that makes no sense how far it goes", e);
        }
    }

    Optional<Head> head(int partition, int epoch, AggregateKey key) throws IOException {
        try {
            return get(IndexKeys.head(partition, epoch, key))
                    .map(bytes -> SegmentFileWriter.HeadCodec.read(CompactReader.of(bytes)));
        } catch (MalformedBytesException e) {
            throw new IOException("the head of " + key + " in the index makes no sense", e);
        }
    }

    /// Where it says that an aggregate's events are, oldest first; one list for each entry.
    List<List<FrameSpan>> entries(int partition, int epoch, AggregateKey key) throws IOException {
        var from = IndexKeys.location(partition, epoch, key, 0);
        var entries = new ArrayList<List<FrameSpan>>();
        try (var iterator = rocks.newIterator(reading)) {
            for (iterator.seek(from); iterator.isValid() && IndexKeys.isSameStream(iterator.key(), from); iterator
                    .next()) {
                entries.add(FrameSpan.listOf(iterator.key(), iterator.value()));
            }
            iterator.status();
            return entries;
        } catch (RocksDBException | MalformedBytesException | ArithmeticException e) {
            throw new IOException("what the index has of " + key + " cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        reading.close();
        rocks.close();
        options.close();
        silence.close();
        memory.close();
    }

    private Optional<byte[]> get(byte[] key) throws IOException {
        try {
            return Optional.ofNullable(rocks.get(reading, key));
        } catch (RocksDBException e) {
            throw new IOException("the index cannot be read: " + e.getMessage(), e);
        }
    }

    private static IOException failure(Path shardDirectory, RocksDBException e) {
        return new IOException("the index in " + shardDirectory + " cannot be read: " + e.getMessage(), e);
    }

    /// Without it, RocksDB would write its log into the directory that is only looked at.
    private static final class Silence extends Logger {
        Silence() {
            super(InfoLogLevel.FATAL_LEVEL);
        }

        @Override
        protected void log(InfoLogLevel level, String message) {
            // nobody listens
        }
    }
}
