package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.spi.CompactReader;
import dev.bailiwick.placement.spi.MalformedBytesException;
import dev.bailiwick.store.Hash256;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Checkpoint;
import org.rocksdb.Holder;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.SstFileWriter;
import org.rocksdb.Status;

/// The index of a shard's sealed segments: RocksDB, filled by nothing but whole files, one for each segment and in the order of
/// the log. Nothing in it is the only copy of anything.
///
/// Thread-safe. Whoever is inside when it is closed is waited for, since native memory must not be freed under a reader.
final class SealedIndex implements AutoCloseable {
    private static final String NEXT_FILE = "index-next.sst";
    private static final String PACKED_FILE = "index-packed.sst";
    private static final String NEXT_COMMANDS_FILE = "index-commands-next.sst";
    private static final String PACKED_COMMANDS_FILE = "index-commands-packed.sst";
    /// So many heads are looked up at once.
    private static final int MANY = 512;
    private static final int CLOSED = Integer.MIN_VALUE / 2;

    private final IndexMemory memory;
    private final Path directory;
    private final Routing routing;
    private final IndexDatabase database;
    private final RocksDB rocks;
    private final CommandFamilies commands;
    private final Executor forVirtual;
    private final ReadOptions anyOrder = new ReadOptions().setTotalOrderSeek(true);
    private final ReadOptions oneStream = new ReadOptions().setPrefixSameAsStart(true);
    private final AtomicInteger inside = new AtomicInteger();

    private SealedIndex(IndexMemory memory, Path directory, Routing routing, IndexDatabase database,
            Executor forVirtual) {
        this.memory = memory;
        this.directory = directory;
        this.routing = routing;
        this.database = database;
        this.rocks = database.rocks();
        this.commands = database.commands();
        this.forVirtual = forVirtual;
    }

    /// Opens the index in a shard's directory, or makes an empty one. What cannot be opened is replaced by an empty one too.
    ///
    /// @param forVirtual where virtual threads have the index read for them
    static SealedIndex open(IndexMemory memory, Path shardDirectory, Routing routing, Executor forVirtual)
            throws IOException {
        return new SealedIndex(memory, shardDirectory, routing, IndexDatabase.open(memory, shardDirectory), forVirtual);
    }

    /// Whether nothing was ever added.
    boolean isEmpty() throws IOException {
        return reading(() -> {
            try (var iterator = rocks.newIterator(anyOrder)) {
                iterator.seekToFirst();
                iterator.status();
                return !iterator.isValid();
            }
        });
    }

    /// How far it goes; empty for an empty index or one that says nothing sensible.
    Optional<Watermark> watermark() throws IOException {
        return reading(() -> {
            var bytes = rocks.get(anyOrder, new byte[]{IndexKeys.WATERMARK});
            try {
                return bytes == null ? Optional.<Watermark>empty() : Optional.of(Watermark.read(bytes));
            } catch (MalformedBytesException e) {
                return Optional.<Watermark>empty();
            }
        });
    }

    @Nullable
    Head head(AggregateKey key) throws IOException {
        int partition = routing.partitionOf(key);
        return reading(() -> {
            var bytes = rocks.get(anyOrder, IndexKeys.head(partition, routing.epochOf(partition), key));
            return bytes == null ? null : SegmentFileWriter.HeadCodec.read(CompactReader.of(bytes));
        });
    }

    /// The heads of many aggregates, which are looked up in the order of the index; without those that do not exist.
    Map<AggregateKey, Head> heads(Collection<AggregateKey> keys) throws IOException {
        var sorted = new ArrayList<byte[]>();
        keys.forEach(key -> {
            int partition = routing.partitionOf(key);
            sorted.add(IndexKeys.head(partition, routing.epochOf(partition), key));
        });
        sorted.sort(Arrays::compareUnsigned);
        var heads = new HashMap<AggregateKey, Head>();
        for (int from = 0; from < sorted.size(); from += MANY) {
            var some = sorted.subList(from, Math.min(sorted.size(), from + MANY));
            var _ = reading(() -> {
                var values = rocks.multiGetAsList(anyOrder, some);
                for (int i = 0; i < some.size(); i++) {
                    var value = values.get(i);
                    if (value != null) {
                        heads.put(IndexKeys.aggregateKey(some.get(i)),
                                SegmentFileWriter.HeadCodec.read(CompactReader.of(value)));
                    }
                }
                return true;
            });
        }
        return heads;
    }

    /// The head of an aggregate as far as it can be told without a disk.
    ///
    /// @param certain whether it is known; then a null head says that there is none
    record Glance(boolean certain, @Nullable Head head) {
        static final Glance UNCERTAIN = new Glance(false, null);
        static final Glance NONE = new Glance(true, null);
    }

    /// Looks for a head in what is in memory of the index, and never waits for a disk.
    Glance glance(AggregateKey key) throws IOException {
        int partition = routing.partitionOf(key);
        return readingHere(() -> {
            var value = new Holder<byte[]>();
            boolean mayExist = rocks.keyMayExist(anyOrder,
                    IndexKeys.head(partition, routing.epochOf(partition), key), value);
            if (!mayExist) {
                return Glance.NONE;
            }
            // Where a file's own index is not in memory, RocksDB says that it found the value and gives an empty one.
            var bytes = value.getValue();
            return bytes == null || bytes.length == 0
                    ? Glance.UNCERTAIN
                    : new Glance(true, SegmentFileWriter.HeadCodec.read(CompactReader.of(bytes)));
        });
    }

    /// Where a command was executed; null if it was not in this bucket and partition.
    @Nullable
    FrameLocation command(long bucket, int partition, UUID org, UUID id) throws IOException {
        return reading(() -> {
            var bytes = commands.get(anyOrder, bucket,
                    IndexKeys.command(bucket, partition, routing.epochOf(partition), org, id));
            if (bytes == null) {
                return null;
            }
            var in = CompactReader.of(bytes);
            return FrameLocation.read(in, in.varint());
        });
    }

    /// The frames with an aggregate's events from this version on, in the direction of reading; as many as there are, but no more
    /// than `maxFrames` and a few. Empty if the version is not here.
    List<FrameSpan> spans(AggregateKey key, long version, boolean forwards, int maxFrames) throws IOException {
        int partition = routing.partitionOf(key);
        var from = IndexKeys.location(partition, routing.epochOf(partition), key, version);
        return reading(() -> {
            var spans = new ArrayList<FrameSpan>();
            try (var iterator = rocks.newIterator(oneStream)) {
                iterator.seekForPrev(from);
                while (spans.size() < maxFrames && iterator.isValid() && IndexKeys.isSameStream(iterator.key(), from)) {
                    addSpans(spans, iterator, forwards);
                    if (forwards) {
                        iterator.next();
                    } else {
                        iterator.prev();
                    }
                }
                iterator.status();
            }
            spans.removeIf(span -> forwards ? span.lastVersion() < version : span.firstVersion() > version);
            return spans;
        });
    }

    /// All frames with events of an aggregate, readable or not, oldest first.
    List<FrameSpan> allSpans(AggregateKey key) throws IOException {
        int partition = routing.partitionOf(key);
        var from = IndexKeys.location(partition, routing.epochOf(partition), key, 0);
        return reading(() -> {
            var spans = new ArrayList<FrameSpan>();
            try (var iterator = rocks.newIterator(anyOrder)) {
                for (iterator.seek(from); iterator.isValid() && IndexKeys.isSameStream(iterator.key(), from); iterator
                        .next()) {
                    addSpans(spans, iterator, true);
                }
                iterator.status();
            }
            return spans;
        });
    }

    /// The frames of a partition's commits from this one on, no more than one entry has. Empty if the commit is not here.
    List<FrameLocation> feed(int partition, long sequence) throws IOException {
        var from = IndexKeys.feed(partition, routing.epochOf(partition), sequence);
        return reading(() -> {
            try (var iterator = rocks.newIterator(anyOrder)) {
                iterator.seekForPrev(from);
                iterator.status();
                if (!iterator.isValid() || !Arrays.equals(iterator.key(), 0, 7, from, 0, 7)) {
                    return List.of();
                }
                long first = ByteBuffer.wrap(iterator.key()).getLong(7);
                var in = CompactReader.of(iterator.value());
                long segmentId = in.varint();
                var locations = new ArrayList<FrameLocation>();
                long count = in.varint();
                for (long i = 0; i < count; i++) {
                    var location = FrameLocation.read(in, segmentId);
                    if (first + i >= sequence) {
                        locations.add(location);
                    }
                }
                return locations;
            }
        });
    }

    /// What a walk through the index does at each entry.
    interface Visitor {
        /// Returns where to go on; null for the next entry, an empty array to stop.
        byte @Nullable [] visit(byte[] key, byte[] value);
    }

    /// Walks through the keys from one up to another, which is not visited.
    void walk(byte[] from, byte[] to, Visitor visitor) throws IOException {
        var _ = reading(() -> {
            try (var iterator = rocks.newIterator(anyOrder)) {
                iterator.seek(from);
                while (iterator.isValid() && Arrays.compareUnsigned(iterator.key(), to) < 0) {
                    var next = visitor.visit(iterator.key(), iterator.value());
                    if (next == null) {
                        iterator.next();
                    } else if (next.length == 0) {
                        break;
                    } else {
                        iterator.seek(next);
                    }
                }
                iterator.status();
            }
            return true;
        });
    }

    /// The index as it is now, whatever is added later; must be closed.
    Snapshot snapshot() throws IOException {
        return reading(() -> new Snapshot(rocks.getSnapshot()));
    }

    /// What to do with each head.
    interface HeadVisitor {
        void visit(AggregateKey key, Head head);
    }

    /// What to do with each entry.
    interface EntryVisitor {
        void visit(byte[] key, byte[] value);
    }

    /// The index at one moment.
    final class Snapshot implements AutoCloseable {
        private final org.rocksdb.Snapshot snapshot;
        private final ReadOptions then;

        private Snapshot(org.rocksdb.Snapshot snapshot) {
            this.snapshot = snapshot;
            this.then = new ReadOptions().setTotalOrderSeek(true).setFillCache(false).setSnapshot(snapshot);
        }

        void heads(HeadVisitor visitor) throws IOException {
            entries(IndexKeys.HEAD, (key, value) -> visitor.visit(IndexKeys.aggregateKey(key),
                    SegmentFileWriter.HeadCodec.read(CompactReader.of(value))));
        }

        /// The value of a key; null if there is none.
        byte @Nullable [] get(byte[] key) throws IOException {
            return reading(() -> key[0] == IndexKeys.COMMAND
                    ? commands.get(then, IndexKeys.bucketOf(key), key)
                    : rocks.get(then, key));
        }

        /// Visits every entry of this kind, or with this tag.
        void entries(byte kind, EntryVisitor visitor) throws IOException {
            byte tag = IndexKeys.tagOf(kind);
            var _ = reading(() -> {
                try (var iterator = rocks.newIterator(then)) {
                    iterator.seek(new byte[]{tag});
                    for (var key = keyOf(iterator); key.length > 0 && key[0] == tag; key = keyOf(iterator)) {
                        if (IndexKeys.kindOf(key) == kind) {
                            visitor.visit(key, iterator.value());
                        }
                        iterator.next();
                    }
                    iterator.status();
                }
                return true;
            });
        }

        private static byte[] keyOf(RocksIterator iterator) {
            return iterator.isValid() ? iterator.key() : new byte[0];
        }

        @Override
        public void close() throws IOException {
            then.close();
            try {
                var _ = reading(() -> {
                    rocks.releaseSnapshot(snapshot);
                    return true;
                });
            } catch (ClosedIndexException e) {
                // gone with the index
            }
        }
    }

    /// The last event of an aggregate that was reclaimed; null if none was, or the aggregate is deleted for good.
    Decision.@Nullable Anchor anchor(AggregateKey key) throws IOException {
        int partition = routing.partitionOf(key);
        var last = IndexKeys.anchor(partition, routing.epochOf(partition), key, Long.MAX_VALUE);
        return reading(() -> {
            try (var iterator = rocks.newIterator(anyOrder)) {
                iterator.seekForPrev(last);
                iterator.status();
                if (!iterator.isValid() || !IndexKeys.isSameStream(iterator.key(), last)) {
                    return null;
                }
                return new Decision.Anchor(key, IndexKeys.versionOf(iterator.key()), Hash256.of(iterator.value()));
            }
        });
    }

    /// The last segment here that replaced others.
    OptionalLong lastPacked() throws IOException {
        return reading(() -> {
            var bytes = rocks.get(anyOrder, new byte[]{IndexKeys.PACKED});
            return bytes == null ? OptionalLong.empty() : OptionalLong.of(ByteBuffer.wrap(bytes).getLong());
        });
    }

    /// Whether it has a segment that replaced others.
    ///
    /// @param footerChecksum of the segment's last frame
    boolean hasPacked(long segmentId, int footerChecksum) throws IOException {
        return reading(() -> {
            var bytes = rocks.get(anyOrder, IndexKeys.packed(segmentId));
            return bytes != null && ByteBuffer.wrap(bytes).getInt() == footerChecksum;
        });
    }

    /// Adds a sealed segment. Its commands come first: what follows says that all of it is here, and counts as a whole or not at
    /// all. Commands that are added twice do no harm.
    void ingest(SegmentIndex segment, Watermark watermark, Pace pace) throws IOException {
        ingest(NEXT_COMMANDS_FILE, new CommandFileWriter(segment, routing, pace));
        ingest(NEXT_FILE, out -> new SegmentFileWriter(segment, routing, out, pace).write(watermark));
    }

    /// Adds one that replaced others, which are not here.
    void ingest(PackedIndex packed, Watermark watermark, Pace pace) throws IOException {
        ingest(NEXT_COMMANDS_FILE, new CommandFileWriter(packed.segment(), packed.placeOf(), routing, pace));
        ingest(NEXT_FILE, out -> new SegmentFileWriter(packed.segment(), packed.placeOf(), routing, out, pace)
                .write(packed, watermark));
    }

    /// Lets a segment take the place of those that it replaced.
    void replace(PackedIndex packed, Pace pace) throws IOException {
        ingest(PACKED_COMMANDS_FILE, new CommandFileWriter(packed.segment(), packed.placeOf(), routing, pace));
        ingest(PACKED_FILE, out -> {
            try (var iterator = rocks.newIterator(anyOrder)) {
                new SegmentFileWriter(packed.segment(), packed.placeOf(), routing, out, pace).replace(packed,
                        new StaleEntries(iterator, Set.copyOf(packed.entry().replaced())));
            }
        });
    }

    /// @param replaced their ids
    private record StaleEntries(RocksIterator iterator, Set<Long> replaced) implements SegmentFileWriter.Stale {
        @Override
        public List<byte[]> ofStream(byte[] withoutVersion) {
            boolean any = IndexKeys.kindOf(withoutVersion) == IndexKeys.ANCHOR;
            var keys = new ArrayList<byte[]>();
            iterator.seek(withoutVersion);
            for (; iterator.isValid() && IndexKeys.isSameStream(iterator.key(), withoutVersion); iterator.next()) {
                if (any || isReplaced()) {
                    keys.add(iterator.key());
                }
            }
            return keys;
        }

        @Override
        public List<byte[]> ofFeed(int partition, int epoch, long firstSequence, long lastSequence) {
            var keys = new ArrayList<byte[]>();
            var last = IndexKeys.feed(partition, epoch, lastSequence);
            iterator.seek(IndexKeys.feed(partition, epoch, firstSequence));
            for (; iterator.isValid() && Arrays.compareUnsigned(iterator.key(), last) <= 0; iterator.next()) {
                if (isReplaced()) {
                    keys.add(iterator.key());
                }
            }
            return keys;
        }

        private boolean isReplaced() {
            return replaced.contains(CompactReader.of(iterator.value()).varint());
        }
    }

    private interface Content {
        void write(SegmentFileWriter.Entries out) throws RocksDBException;
    }

    private record SstEntries(SstFileWriter out) implements SegmentFileWriter.Entries {
        @Override
        public void put(ByteBuffer key, ByteBuffer value) throws RocksDBException {
            out.put(key, value);
        }

        @Override
        public void delete(byte[] key) throws RocksDBException {
            out.delete(key);
        }
    }

    private void ingest(String name, CommandFileWriter writer) throws IOException {
        for (long bucket : writer.buckets()) {
            var _ = reading(() -> {
                var file = write(name, memory.commandFileOptions(), out -> writer.write(bucket, out));
                try (var moving = new IngestExternalFileOptions().setMoveFiles(true)) {
                    commands.ingest(bucket, file, moving);
                }
                return true;
            });
        }
    }

    private void ingest(String name, Content content) throws IOException {
        var _ = reading(() -> {
            var file = write(name, memory.fileOptions(), content);
            try (var moving = new IngestExternalFileOptions().setMoveFiles(true)) {
                rocks.ingestExternalFile(List.of(file), moving);
            }
            return true;
        });
        database.merging().unmerged(unmergedFiles());
    }

    /// Writes a file, and returns its path.
    ///
    /// @param fileOptions closed here
    private String write(String name, Options fileOptions, Content content) throws IOException, RocksDBException {
        var file = directory.resolve(name);
        Files.deleteIfExists(file);
        try (fileOptions;
                var env = memory.fileEnvironment();
                var out = new SstFileWriter(env, fileOptions)) {
            out.open(file.toString());
            content.write(new SstEntries(out));
            out.finish();
        }
        return file.toString();
    }

    /// How many files there are that were not merged yet.
    int unmergedFiles() throws IOException {
        return reading(() -> Integer.parseInt(rocks.getProperty("rocksdb.num-files-at-level0")));
    }

    /// Makes a copy of the index as it is now, in a directory that is not there; as links where that can be done.
    void checkpoint(Path copy) throws IOException {
        var _ = reading(() -> {
            try (var checkpoint = Checkpoint.create(rocks)) {
                checkpoint.createCheckpoint(copy.toString());
            }
            return true;
        });
    }

    /// What is in the cache, which all shards share.
    long cachedBytes() throws IOException {
        return reading(() -> rocks.getLongProperty("rocksdb.block-cache-usage"));
    }

    /// Drops the commands of buckets before this one.
    void forgetCommandsBefore(long bucket) throws IOException {
        var _ = reading(() -> {
            commands.forgetBefore(bucket);
            return true;
        });
    }

    @Override
    public void close() {
        if (inside.getAndAdd(CLOSED) < 0) {
            return;
        }
        while (inside.get() != CLOSED) {
            LockSupport.parkNanos(100_000);
        }
        anyOrder.close();
        oneStream.close();
        database.close();
    }

    private interface Reading<T extends @Nullable Object> {
        T run() throws IOException, RocksDBException;
    }

    /// Native code would hold up the carrier of a virtual thread for as long as a disk takes, so it is left to a thread that is
    /// none.
    private <T extends @Nullable Object> T reading(Reading<T> work) throws IOException {
        if (!Thread.currentThread().isVirtual()) {
            return readingHere(work);
        }
        try {
            return CompletableFuture.supplyAsync(() -> {
                try {
                    return readingHere(work);
                } catch (IOException e) {
                    throw new CompletionException(e);
                }
            }, forVirtual).join();
        } catch (RejectedExecutionException e) {
            throw new ClosedIndexException();
        } catch (CompletionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw e;
        }
    }

    private <T extends @Nullable Object> T readingHere(Reading<T> work) throws IOException {
        if (inside.incrementAndGet() < 0) {
            inside.decrementAndGet();
            throw new ClosedIndexException();
        }
        try {
            return work.run();
        } catch (RocksDBException e) {
            if (isDamage(e)) {
                throw damaged(e);
            }
            throw new IOException("the index in " + directory + " failed: " + e.getMessage(), e);
        } catch (MalformedBytesException e) {
            throw damaged(e);
        } finally {
            inside.decrementAndGet();
        }
    }

    /// Files are opened when they are needed, so that one is missing may show late.
    private static boolean isDamage(RocksDBException failure) {
        boolean corrupt = failure.getStatus() != null && failure.getStatus().getCode() == Status.Code.Corruption;
        return corrupt || String.valueOf(failure.getMessage()).contains("No such file or directory");
    }

    private IOException damaged(Exception why) throws IOException {
        IndexDatabase.suspect(directory);
        return new IOException("the index in " + directory + " is damaged (" + why.getMessage()
                + "); open the store again, and it is made anew from the log", why);
    }

    /// The index was closed under a reader, whose store is then closed too.
    static final class ClosedIndexException extends IOException {
        private static final long serialVersionUID = 1;

        ClosedIndexException() {
            super("the index is closed");
        }
    }

    private static void addSpans(List<FrameSpan> spans, RocksIterator entry, boolean forwards) {
        var added = FrameSpan.listOf(entry.key(), entry.value());
        spans.addAll(forwards ? added : added.reversed());
    }
}
