package dev.bailiwick.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.stream.Stream;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/// The RocksDB of one shard's index, with what must live as long as it does. Thread-safe, but for closing: nobody may be inside then.
///
/// @param commands where commands were executed; all else is in the default column family
record IndexDatabase(RocksDB rocks, CommandFamilies commands, MergePace merging, Options options,
        ColumnFamilyOptions commandOptions) implements AutoCloseable {
    static final String NAME = "index";

    /// A file with this name says that the index must be made anew when the shard is opened next.
    private static final String SUSPECT = "index-suspect";

    /// Opens what is in a shard's directory, or makes an empty one. What cannot be opened is replaced by an empty one too.
    static IndexDatabase open(IndexMemory memory, Path shardDirectory) throws IOException {
        if (Files.exists(shardDirectory.resolve(SUSPECT))) {
            delete(shardDirectory);
        }
        try {
            try {
                return openExisting(memory, shardDirectory.resolve(NAME));
            } catch (RocksDBException e) {
                if (isForLackOfSomething(e)) {
                    throw e;
                }
                delete(shardDirectory);
                return openExisting(memory, shardDirectory.resolve(NAME));
            }
        } catch (RocksDBException e) {
            throw new IOException(
                    "the index in " + shardDirectory + " can be neither opened nor made anew: " + e.getMessage(), e);
        }
    }

    private static IndexDatabase openExisting(IndexMemory memory, Path path) throws RocksDBException {
        var options = memory.options();
        var commandOptions = memory.commandOptions();
        var merging = new MergePace();
        merging.applyTo(options);
        try (var general = new DBOptions(options); var main = new ColumnFamilyOptions(options)) {
            var descriptors = new ArrayList<ColumnFamilyDescriptor>();
            descriptors.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, main));
            if (Files.exists(path.resolve("CURRENT"))) {
                for (var name : RocksDB.listColumnFamilies(options, path.toString())) {
                    if (CommandFamilies.isFamily(nameOf(name))) {
                        descriptors.add(new ColumnFamilyDescriptor(name, commandOptions));
                    }
                }
            }
            var handles = new ArrayList<ColumnFamilyHandle>();
            var rocks = RocksDB.open(general, path.toString(), descriptors, handles);
            var families = new HashMap<String, ColumnFamilyHandle>();
            for (int i = 0; i < handles.size(); i++) {
                families.put(nameOf(descriptors.get(i).getName()), handles.get(i));
            }
            return new IndexDatabase(rocks, new CommandFamilies(rocks, commandOptions, families), merging, options,
                    commandOptions);
        } catch (RocksDBException e) {
            close(options, commandOptions, merging);
            throw e;
        }
    }

    private static String nameOf(byte[] family) {
        return new String(family, StandardCharsets.US_ASCII);
    }

    /// Whether the index may be sound, and there was no room or no file handle to open it, or another has it open.
    private static boolean isForLackOfSomething(RocksDBException e) {
        var message = String.valueOf(e.getMessage());
        return Stream.of("No space left", "quota exceeded", "Too many open files", "lock hold", "While lock file",
                "Permission denied", "Cannot allocate").anyMatch(message::contains);
    }

    /// Removes the index of a shard.
    static void delete(Path shardDirectory) throws IOException {
        var path = shardDirectory.resolve(NAME);
        if (Files.exists(path)) {
            try (var files = Files.walk(path)) {
                for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        Files.deleteIfExists(shardDirectory.resolve(SUSPECT));
    }

    /// Has the index made anew when the shard is opened next.
    static void suspect(Path shardDirectory) throws IOException {
        Files.write(shardDirectory.resolve(SUSPECT), new byte[0]);
    }

    @Override
    public void close() {
        rocks.close();
        close(options, commandOptions, merging);
    }

    private static void close(Options options, ColumnFamilyOptions commandOptions, MergePace merging) {
        options.close();
        commandOptions.close();
        merging.close();
    }
}
