package dev.bailiwick.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.CompactionRequest;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.NewEvent;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.UUID;

/// A program that writes until it is killed, and says what was acknowledged: `writer version command`. It has so little memory
/// that segments are sealed and indexed all the time, and they are written anew all the time too.
final class KilledWriter {
    static final int WRITERS = 8;

    private static final NewEvent EVENT = NewEvent.of("Moved", new byte[200]);
    private static final int CHANGES = 100;
    private static final int TRIM_EVERY = 16;

    private KilledWriter() {
    }

    static AggregateKey from(int writer) {
        return new AggregateKey(Ids.named("Acme"), Ids.named("From"), Ids.of(writer));
    }

    static AggregateKey to(int writer) {
        return new AggregateKey(Ids.named("Acme"), Ids.named("To"), Ids.of(writer));
    }

    /// Gets one event for each transfer, in a request of its own.
    static AggregateKey single(int writer) {
        return new AggregateKey(Ids.named("Acme"), Ids.named("Single"), Ids.of(writer));
    }

    static AppendRequest transfer(int writer, UUID commandId) {
        return AppendRequest.builder().commandId(commandId).write(from(writer), ExpectedVersion.any(), EVENT)
                .write(to(writer), ExpectedVersion.any(), EVENT).build();
    }

    static Engine open(Path directory) {
        return Sealing.open(new RealDisk(), Sealing.options(directory).withShards(2), CHANGES);
    }

    public static void main(String[] arguments) throws InterruptedException {
        var out = new PrintStream(System.out, true, UTF_8);
        try (var store = open(Path.of(arguments[0]))) {
            var threads = new Thread[WRITERS];
            for (int i = 0; i < WRITERS; i++) {
                int writer = i;
                threads[i] = Thread.startVirtualThread(() -> {
                    while (true) {
                        store.append(single(writer), ExpectedVersion.any(), EVENT);
                        var commandId = UUID.randomUUID();
                        long version = store.append(transfer(writer, commandId)).version(from(writer));
                        out.println(writer + " " + version + " " + commandId);
                        if (version % TRIM_EVERY == 0) {
                            store.trim(single(writer), version / 2);
                        }
                    }
                });
            }
            Thread.ofPlatform().daemon().start(() -> {
                while (true) {
                    store.compact(CompactionRequest.everything());
                }
            });
            for (var thread : threads) {
                thread.join();
            }
        }
    }
}
