package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.InvalidRequestException;
import dev.bailiwick.store.UnreadableStoreException;
import dev.bailiwick.store.spi.HashChain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One export. Each aggregate is written as its head was when its turn came. If what is to be read is trimmed and reclaimed meanwhile, the
/// aggregate is taken back and written again as it is then.
///
/// Aggregates that are in memory when the turn of their shard comes are written first, then the others in the order of the catalogue. For one thread.
final class OrgExport {
    private static final int KEYS_AT_ONCE = 1_024;

    private final ExportRequest request;
    private final ShardSet shards;
    private final HashChain chain = new HashChain();

    OrgExport(ExportRequest request, ShardSet shards) {
        this.request = request;
        this.shards = shards;
    }

    ExportReport run(UUID storeId, long nowMs) throws IOException {
        var file = request.file().toAbsolutePath();
        if (Files.exists(file)) {
            throw new InvalidRequestException("file", file + " is there already; delete it, or choose another name");
        }
        var part = file.resolveSibling(file.getFileName() + ".part");
        try {
            var report = write(part, new OrgFile.Header(request.orgId(), storeId, nowMs));
            var disk = new RealDisk();
            disk.rename(part, file);
            disk.syncDirectory(directoryOf(file));
            return report;
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(part);
            throw e;
        }
    }

    private static Path directoryOf(Path file) {
        var parent = file.getParent();
        return parent == null ? file : parent;
    }

    private ExportReport write(Path part, OrgFile.Header header) throws IOException {
        try (var writer = new OrgFileWriter(part, header)) {
            for (var shard : shards.all()) {
                new OneShard(shard, writer).write();
            }
            if (writer.report().aggregates() == 0) {
                throw new InvalidRequestException("org", "there is nothing of " + request.orgId() + " in this store");
            }
            writer.end();
            return writer.report();
        }
    }

    /// The aggregates of one shard.
    private final class OneShard {
        private final Shard shard;
        private final OrgFileWriter writer;
        /// Read before the sealed index is, so that nothing is missed that goes from here to there.
        private final SegmentIndex[] segments;
        private final long upTo;

        OneShard(Shard shard, OrgFileWriter writer) {
            this.shard = shard;
            this.writer = writer;
            this.segments = shard.view().segments();
            this.upTo = shard.view().durableUpTo();
        }

        void write() throws IOException {
            for (int i = 0; i < segments.length; i++) {
                writeMemory(i);
            }
            var from = IndexKeys.catalogue(new AggregateKey(request.orgId(), Listing.LOWEST, Listing.LOWEST));
            for (var keys = keysFrom(from); !keys.isEmpty();) {
                for (var key : keys) {
                    if (!isInMemory(key, segments.length)) {
                        write(key);
                    }
                }
                keys = keysFrom(IndexKeys.behind(IndexKeys.catalogue(keys.getLast())));
            }
        }

        private void writeMemory(int number) throws IOException {
            var segment = segments[number];
            int records = segment.count();
            for (int record = 0; record < records; record++) {
                boolean ofOrg = segment.keyPart(record, 0) == request.orgId().getMostSignificantBits()
                        && segment.keyPart(record, 1) == request.orgId().getLeastSignificantBits();
                if (ofOrg && segment.newest(segment.key(record), upTo) == record
                        && !isInMemory(segment.key(record), number)) {
                    write(segment.key(record));
                }
            }
        }

        /// Whether one of the newest segments has the key.
        private boolean isInMemory(AggregateKey key, int newest) {
            for (int i = 0; i < newest; i++) {
                if (segments[i].newest(key, upTo) != SegmentIndex.NONE) {
                    return true;
                }
            }
            return false;
        }

        private List<AggregateKey> keysFrom(byte[] from) {
            var to = IndexKeys
                    .behind(IndexKeys.catalogue(new AggregateKey(request.orgId(), Listing.HIGHEST, Listing.HIGHEST)));
            var keys = new ArrayList<AggregateKey>();
            var _ = ShardView.translated(() -> {
                shard.view().sealed().walk(from, to, (key, value) -> {
                    keys.add(IndexKeys.aggregateKey(key));
                    return keys.size() == KEYS_AT_ONCE ? new byte[0] : null;
                });
                return true;
            });
            return keys;
        }

        private void write(AggregateKey key) throws IOException {
            for (var head = head(key);;) {
                try {
                    write(key, head);
                    break;
                } catch (UnreadableStoreException e) {
                    var now = head(key);
                    if (now.firstVersion() == head.firstVersion()) {
                        throw e;
                    }
                    writer.takeBack();
                    head = now; // what it was about to read was trimmed meanwhile, and reclaimed
                }
            }
            request.progress().accept(writer.report());
        }

        private Head head(AggregateKey key) {
            return shard.view().head(key)
                    .orElseThrow(
                            () -> new UnreadableStoreException("the index lists " + key + " and has no head of it"));
        }

        private void write(AggregateKey key, Head head) throws IOException {
            var baseHash = baseHash(key, head);
            writer.begin(new OrgFile.Aggregate(key, head.firstVersion() - 1, baseHash, head));
            for (long version = head.firstVersion(); version <= head.version();) {
                version = writeFrom(key, version, head.version());
            }
        }

        /// Returns from where to go on.
        private long writeFrom(AggregateKey key, long first, long last) throws IOException {
            long version = first;
            for (var span : shard.view().spans(key, first, true)) {
                if (version > last) {
                    break;
                }
                var entry = read(span);
                if (entry == null) {
                    break;
                }
                var stream = EventHashes.streamIn(entry, key, version);
                long end = Math.min(last, stream.lastVersion());
                writer.add(version, entry.timeMs(), stream.events()
                        .subList((int) (version - stream.firstVersion()), (int) (end + 1 - stream.firstVersion())));
                version = end + 1;
            }
            return version;
        }

        /// Null if it is elsewhere by now.
        private LogReader.@Nullable Entry read(FrameSpan span) {
            try {
                return shard.reader().read(span.location());
            } catch (LogReader.RetiredSegmentException e) {
                return null;
            }
        }

        /// The hash of the last event that cannot be read any more.
        private Hash256 baseHash(AggregateKey key, Head head) {
            long version = head.firstVersion() - 1;
            if (version == 0) {
                return chain.genesis(key);
            }
            if (version == head.version()) {
                return head.hash();
            }
            var hash = new EventHashes(shard).find(key, version);
            if (hash == null) {
                throw new UnreadableStoreException(
                        "version " + version + " of " + key + " is neither there nor anchored");
            }
            return hash;
        }
    }
}
