package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.spi.CompactReader;
import dev.bailiwick.placement.spi.MalformedBytesException;
import dev.bailiwick.store.Limits;
import dev.bailiwick.store.VerifyReport;
import dev.bailiwick.store.VerifyReport.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/// Holds the sealed index of a shard against its log. Every sealed segment is read from its first frame to its last, what the index must have
/// of it is made anew, and compared with what it has:
///
/// - where commits and events are must be the same byte for byte, and there is nothing besides;
/// - commands must be where they were executed, unless they are forgotten;
/// - heads must be there and not be older. That they are right is shown by the digests of their partitions;
/// - every head has its entry for listings, with the same state, and there are no others.
///
/// Takes the memory of one segment's index. No segment may be replaced meanwhile. For one audit by one thread.
final class IndexAudit implements SegmentFileWriter.Entries {
    private final LogIdentity identity;
    private final Routing routing;
    private final LogReader reader;
    private final List<Manifest.Entry> segments;
    private final SealedIndex.Snapshot index;
    private final LongConsumer progress;
    private final List<Problem> problems = new ArrayList<>();
    private long problemCount;
    private long commits;
    private long locations;
    private boolean complete = true;

    /// @param segments of the log, read after the snapshot was taken
    /// @param index as it is held against the log
    /// @param progress told after each segment how many were read
    IndexAudit(LogIdentity identity, Routing routing, LogReader reader, List<Manifest.Entry> segments,
            SealedIndex.Snapshot index, LongConsumer progress) {
        this.identity = identity;
        this.routing = routing;
        this.reader = reader;
        this.segments = segments;
        this.index = index;
        this.progress = progress;
    }

    /// What was found by others, and by this.
    VerifyReport added(VerifyReport report) throws IOException {
        try {
            check();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        var all = new ArrayList<>(report.problems());
        all.addAll(problems);
        return new VerifyReport(report.aggregates(), report.events(),
                all.subList(0, Math.min(all.size(), Limits.MAX_REPORTED_PROBLEMS)),
                report.problemCount() + problemCount, report.digests());
    }

    private void check() throws IOException {
        var watermark = index.get(new byte[]{IndexKeys.WATERMARK});
        if (watermark == null) {
            return; // nothing is indexed yet
        }
        int indexed = countUpTo(Watermark.read(watermark).segmentId());
        for (int i = 0; i < indexed; i++) {
            check(segments.get(i), segments.get(i + 1));
            progress.accept(i + 1);
        }
        checkCounts();
        checkListing();
    }

    private int countUpTo(long segmentId) {
        for (int i = 0; i < segments.size() - 1; i++) {
            if (segments.get(i).segmentId() == segmentId) {
                return i + 1;
            }
        }
        complete = false;
        report(Optional.empty(), "the index of shard " + identity.shard() + " goes up to segment " + segmentId
                + ", which the log does not have");
        return 0;
    }

    private void check(Manifest.Entry entry, Manifest.Entry next) throws IOException {
        var expected = new SegmentIndex(entry.segmentId(), routing.partitionCount());
        var replay = new Replay(identity);
        try {
            ShardLog.visit(reader.disk(), reader.directory(), identity, entry, next,
                    replay.visitor((frame, decision) -> replay.index(frame, decision, expected)));
            var watermark = new Watermark(identity, entry.segmentId(), 0);
            var commands = new CommandFileWriter(expected, routing, Pace.unbound());
            for (long bucket : commands.buckets()) {
                commands.write(bucket, this);
            }
            new SegmentFileWriter(expected, routing, this, Pace.unbound()).write(watermark);
        } catch (CorruptLogException | MalformedBytesException | IllegalStateException e) {
            complete = false;
            report(Optional.empty(), String.valueOf(e.getMessage()));
        } catch (RocksDBException e) {
            throw new IOException("segment " + entry.segmentId() + " could not be compared: " + e.getMessage(), e);
        }
    }

    @Override
    public void delete(byte[] key) {
        throw new IllegalStateException("nothing goes from an index that is made anew");
    }

    /// Compares an entry.
    @Override
    public void put(ByteBuffer keyBytes, ByteBuffer valueBytes) {
        var key = bytes(keyBytes);
        var value = bytes(valueBytes);
        switch (IndexKeys.kindOf(key)) {
            case IndexKeys.FEED -> {
                commits++;
                compareFeed(key, value);
            }
            case IndexKeys.LOCATION -> {
                locations++;
                compareLocation(key, value);
            }
            case IndexKeys.COMMAND -> compareCommand(key, value);
            case IndexKeys.HEAD -> compareHead(key, value);
            default -> {
                // how far it goes is known, and listings are compared with heads
            }
        }
    }

    private void compareFeed(byte[] key, byte[] value) {
        if (!Arrays.equals(value, get(key))) {
            var in = ByteBuffer.wrap(key);
            report(Optional.empty(), "the index does not say where commits from " + in.getLong(7) + " of partition "
                    + Short.toUnsignedInt(in.getShort(1)) + " are");
        }
    }

    private void compareLocation(byte[] key, byte[] value) {
        if (!Arrays.equals(value, get(key))) {
            report(Optional.of(IndexKeys.aggregateKey(key)), "the index does not say where the events from version "
                    + IndexKeys.versionOf(key) + " are");
        }
    }

    /// A command that was executed again, after it was forgotten, is where it was executed last.
    private void compareCommand(byte[] key, byte[] value) {
        var found = get(key);
        boolean same = found != null
                && (Arrays.equals(value, found) || segmentOf(found) > segmentOf(value));
        if (!same && IndexKeys.bucketOf(key) >= firstBucket()) {
            report(Optional.empty(), "the index does not say where the command "
                    + IndexKeys.uuidAt(key, key.length - 16) + " was executed");
        }
    }

    private void compareHead(byte[] key, byte[] value) {
        var found = get(key);
        if (found == null || head(found).version() < head(value).version()) {
            report(Optional.of(IndexKeys.aggregateKey(key)),
                    "its head in the index is " + (found == null ? "missing" : "older than the log"));
        }
    }

    /// What is in the index and not in the log shows by there being too much.
    private void checkCounts() throws IOException {
        long[] found = new long[2];
        index.entries(IndexKeys.FEED, (key, value) -> found[0]++);
        index.entries(IndexKeys.LOCATION, (key, value) -> found[1]++);
        if (complete && found[0] > commits) {
            report(Optional.empty(), "the index of shard " + identity.shard() + " has " + (found[0] - commits)
                    + " entries about commits that the log does not have");
        }
        if (complete && found[1] > locations) {
            report(Optional.empty(), "the index of shard " + identity.shard() + " has " + (found[1] - locations)
                    + " entries about events that the log does not have");
        }
    }

    private void checkListing() throws IOException {
        long[] counts = new long[2];
        index.entries(IndexKeys.HEAD, (key, value) -> {
            counts[0]++;
            var aggregate = IndexKeys.aggregateKey(key);
            var listed = get(IndexKeys.catalogue(aggregate));
            if (listed == null || listed.length != 1 || listed[0] != Heads.code(head(value).state())) {
                report(Optional.of(aggregate), "its entry for listings is " + (listed == null ? "missing" : "wrong"));
            }
        });
        index.entries(IndexKeys.CATALOGUE, (key, value) -> counts[1]++);
        if (counts[1] > counts[0]) {
            report(Optional.empty(), "the index of shard " + identity.shard() + " lists " + (counts[1] - counts[0])
                    + " aggregates that have no head");
        }
    }

    /// The first bucket of commands that are not forgotten now. Later than the moment that is looked at, since forgotten ones vanish from every
    /// view of the index.
    private long firstBucket() {
        var footer = reader.read(segments.get(segments.size() - 2).footerLocation());
        if (footer.decision() instanceof Decision.Sealed sealed) {
            var buckets = sealed.commands().buckets();
            return buckets.isEmpty() ? sealed.commands().lastBucket() + 1 : buckets.getFirst().number();
        }
        return Long.MAX_VALUE;
    }

    private byte @Nullable [] get(byte[] key) {
        try {
            return index.get(key);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Head head(byte[] value) {
        return SegmentFileWriter.HeadCodec.read(CompactReader.of(value));
    }

    private static long segmentOf(byte[] value) {
        return CompactReader.of(value).varint();
    }

    private static byte[] bytes(ByteBuffer buffer) {
        var bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    private void report(Optional<AggregateKey> key, String description) {
        problemCount++;
        if (problems.size() < Limits.MAX_REPORTED_PROBLEMS) {
            problems.add(new Problem(key, description));
        }
    }
}
