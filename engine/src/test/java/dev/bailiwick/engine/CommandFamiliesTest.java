package dev.bailiwick.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.testkit.SettableClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

final class CommandFamiliesTest {
    private static final NewEvent EVENT = NewEvent.of("Noted", "a".getBytes(US_ASCII));
    private static final Duration WINDOW = Duration.ofMinutes(8);

    private final AggregateKey key = AggregateKey.of("Acme", "Orders", "1");
    private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));

    @TempDir
    private Path directory = Path.of("");

    private EventStore open() {
        return Sealing.open(new DelegatingDisk(),
                Sealing.options(directory).withClock(clock).withCommandWindow(WINDOW), 3);
    }

    /// Without a time in it, so that it is looked for in every bucket.
    private static UUID command(int number) {
        return new UUID(0x4000L, 0x8000_0000_0000_0000L | number);
    }

    private AppendResult append(EventStore store, int number) {
        return store.append(AppendRequest.builder().commandId(command(number))
                .write(key, ExpectedVersion.any(), EVENT).build());
    }

    private List<String> families() throws RocksDBException {
        try (var options = new Options()) {
            return RocksDB.listColumnFamilies(options, Sealing.index(directory).toString()).stream()
                    .map(name -> new String(name, US_ASCII)).toList();
        }
    }

    @Test
    void commandsAreFoundInTheirBucketsAndLeaveTheDiskWithThem() throws RocksDBException {
        int commands = 60;
        try (var store = open()) {
            for (int i = 0; i < commands; i++) {
                append(store, i);
                clock.advance(WINDOW.dividedBy(2L * commands));
            }
        }
        assertThat(families()).as("half a window of eight buckets").contains("commands-1", "commands-4");

        try (var store = open()) {
            for (int i = 0; i < commands; i++) {
                assertThat(append(store, i).duplicate()).as("command " + i).isTrue();
            }
            clock.advance(WINDOW.multipliedBy(2));
            for (int i = 0; i < 20; i++) {
                assertThat(append(store, commands + i).duplicate()).isFalse();
            }
        }
        assertThat(families()).hasSize(2).contains("default").doesNotContain("commands-1", "commands-4");
    }
}
