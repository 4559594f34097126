package dev.bailiwick.engine;

import dev.bailiwick.placement.PartitionMap;
import dev.bailiwick.placement.RoutingRule;
import dev.bailiwick.placement.spi.CompactReader;
import dev.bailiwick.placement.spi.CompactWriter;
import dev.bailiwick.placement.spi.MalformedBytesException;
import dev.bailiwick.store.StoreMismatchException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;

/// What was decided when a store was created, in the file `store`.
///
///     0   4  magic "BWST"
///     4   2  format, 1
///     6   16 store identity
///     22  1  routing rule: 1 org, 2 type, 3 aggregate
///     23  n  length of the first partition map varint, the map
///     ..  4  CRC32C of everything before it
record StoreDescriptor(UUID storeId, RoutingRule routingRule, PartitionMap firstMap) {
    private static final int MAGIC = 0x42575354;
    private static final int FORMAT = 1;
    private static final String NAME = "store";

    static Path pathIn(Path directory) {
        return directory.resolve(NAME);
    }

    static boolean isThere(Disk disk, Path directory) throws IOException {
        return disk.exists(pathIn(directory));
    }

    /// @throws IOException if there is none, or it cannot be read
    static StoreDescriptor read(Disk disk, Path directory) throws IOException {
        return readFile(disk, pathIn(directory));
    }

    StoreDescriptor withId(UUID id) {
        return new StoreDescriptor(id, routingRule, firstMap);
    }

    /// Reads the descriptor and compares it with the options, or creates it from them.
    static StoreDescriptor openOrCreate(Disk disk, EngineOptions options) throws IOException {
        var path = pathIn(options.directory());
        if (disk.exists(path)) {
            Backup.checkFinished(options.directory());
            var stored = readFile(disk, path);
            stored.check(options);
            return stored;
        }
        Backup.checkFinished(options.directory());
        int shards = options.shards()
                .orElse(Math.min(Runtime.getRuntime().availableProcessors(), PartitionMap.MAX_SHARDS));
        var map = options.partitions().isPresent()
                ? PartitionMap.initial(0, shards, options.partitions().getAsInt())
                : PartitionMap.initial(0, shards);
        var created = new StoreDescriptor(UUID.randomUUID(), options.routingRule().orElse(RoutingRule.AGGREGATE_ID),
                map);
        created.write(disk, options.directory());
        return created;
    }

    int shards() {
        return firstMap.shards().size();
    }

    private void check(EngineOptions options) {
        options.routingRule().filter(rule -> rule != routingRule).ifPresent(rule -> {
            throw new StoreMismatchException("routing rule", rule.label(), routingRule.label());
        });
        checkNumber("shards", options.shards().orElse(shards()), shards());
        checkNumber("partitions", options.partitions().orElse(firstMap.partitionCount()), firstMap.partitionCount());
    }

    private static void checkNumber(String option, int requested, int stored) {
        if (requested != stored) {
            throw new StoreMismatchException(option, Integer.toString(requested), Integer.toString(stored));
        }
    }

    void write(Disk disk, Path directory) throws IOException {
        var map = firstMap.toBytes();
        var bytes = new CompactWriter().i32(MAGIC).u16(FORMAT).i64(storeId.getMostSignificantBits())
                .i64(storeId.getLeastSignificantBits()).u8(code(routingRule)).varint(map.length).bytes(map)
                .toSealedBytes();
        WholeFile.replace(disk, directory, NAME, bytes);
    }

    private static StoreDescriptor readFile(Disk disk, Path path) throws IOException {
        try {
            var in = CompactReader.of(WholeFile.read(disk, path)).checkSeal();
            if (in.i32() != MAGIC) {
                throw new CorruptLogException(path, 0, "this is not a store");
            }
            int format = in.u16();
            if (format > FORMAT) {
                throw new CorruptLogException(path, 4,
                        "the store has format " + format + " and this version reads up to " + FORMAT);
            }
            var storeId = new UUID(in.i64(), in.i64());
            var rule = rule(in.u8());
            var map = PartitionMap.fromBytes(in.bytes(Math.toIntExact(in.varint())));
            in.checkEnd();
            return new StoreDescriptor(storeId, rule, map);
        } catch (MalformedBytesException | ArithmeticException e) {
            throw new CorruptLogException(path, 0, "the store's description is damaged");
        }
    }

    private static int code(RoutingRule rule) {
        return switch (rule) {
            case ORG_ID -> 1;
            case AGGREGATE_TYPE_ID -> 2;
            case AGGREGATE_ID -> 3;
        };
    }

    private static RoutingRule rule(int code) {
        for (var rule : RoutingRule.values()) {
            if (code(rule) == code) {
                return rule;
            }
        }
        throw new MalformedBytesException("there is no routing rule " + code);
    }
}
