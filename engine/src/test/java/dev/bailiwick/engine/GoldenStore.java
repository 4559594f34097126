package dev.bailiwick.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.placement.RoutingRule;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.SubscribeRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// The store that is kept in the sources, as it was written when its format was new. `main` writes another one into the file that is
/// its argument; there is a reason to do so only for a new format.
final class GoldenStore {
    static final String NAME = "golden-format-1.zip";
    static final String POSITION_FILE = "position";
    static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-11-15T12:00:00Z"));
    static final int ORDERS = 40;
    static final int EVENTS = 5;

    private GoldenStore() {
    }

    static AggregateKey order(int number) {
        return new AggregateKey(Ids.named("Acme"), Ids.named("Orders"), Ids.of(number));
    }

    static NewEvent event(int order, int version) {
        return NewEvent.of("Noted", ("order " + order + ", version " + version).getBytes(UTF_8))
                .withMetadata("source", "golden");
    }

    /// The command under which the first events of all orders of a shard were written.
    static AppendRequest transfer(int shard) {
        long time = CLOCK.millis() << 16;
        var request = AppendRequest.builder().commandId(new UUID(time | 0x7000L, Long.MIN_VALUE | shard));
        for (int order = shard; order < ORDERS; order += 2) {
            request.write(order(order), ExpectedVersion.noStream(), event(order, 1));
        }
        return request.build();
    }

    static EngineOptions options(Path directory) {
        return EngineOptions.at(directory).withClock(CLOCK).withSegmentBytes(EngineOptions.MIN_SEGMENT_BYTES);
    }

    static void write(Path directory) throws IOException {
        var sealedOften = new MemoryShares(8 << 20, 1 << 20, new SegmentIndex(1, 8).bytes() + 60 * 136, 1 << 16);
        try (EventStore store = Engine.open(new RealDisk(), options(directory).withShards(2).withPartitions(8)
                .withRoutingRule(RoutingRule.AGGREGATE_ID), shards -> sealedOften)) {
            store.append(transfer(0));
            store.append(transfer(1));
            for (int version = 2; version <= EVENTS; version++) {
                for (int order = 0; order < ORDERS; order++) {
                    store.append(order(order), ExpectedVersion.exactly(version - 1), event(order, version));
                }
                if (version == 3) {
                    var position = store.subscribe(SubscribeRequest.from(FeedPosition.now()), batch -> {}).position();
                    Files.writeString(directory.resolve(POSITION_FILE),
                            Base64.getEncoder().encodeToString(position.toBytes()));
                }
            }
            store.trim(order(1), 3);
            store.delete(order(2), ExpectedVersion.any(), Recreation.FORBIDDEN);
            store.delete(order(3), ExpectedVersion.any(), Recreation.ALLOWED);
        }
    }

    public static void main(String[] arguments) throws IOException {
        var directory = Files.createTempDirectory("golden");
        write(directory);
        try (var zip = new ZipOutputStream(Files.newOutputStream(Path.of(arguments[0])));
                var files = Files.walk(directory)) {
            files.filter(Files::isRegularFile).filter(GoldenStore::isWorthKeeping).sorted()
                    .forEach(file -> add(zip, directory, file));
        }
    }

    /// What RocksDB tells of the machine that it runs on is not.
    private static boolean isWorthKeeping(Path file) {
        var name = String.valueOf(file.getFileName());
        return !name.startsWith("LOG") && !name.startsWith("OPTIONS");
    }

    private static void add(ZipOutputStream zip, Path directory, Path file) {
        try {
            zip.putNextEntry(new ZipEntry(directory.relativize(file).toString()));
            Files.copy(file, zip);
            zip.closeEntry();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
