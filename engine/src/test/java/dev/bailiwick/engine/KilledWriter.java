package dev.bailiwick.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.NewEvent;
import java.io.PrintStream;
import java.nio.file.Path;

/// A program that writes until it is killed, and says what was acknowledged: `writer version`.
final class KilledWriter {
    static final int WRITERS = 8;

    private KilledWriter() {
    }

    static AggregateKey from(int writer) {
        return new AggregateKey(Ids.named("Acme"), Ids.named("From"), Ids.of(writer));
    }

    static AggregateKey to(int writer) {
        return new AggregateKey(Ids.named("Acme"), Ids.named("To"), Ids.of(writer));
    }

    public static void main(String[] arguments) throws InterruptedException {
        var out = new PrintStream(System.out, true, UTF_8);
        var options = EngineOptions.at(Path.of(arguments[0])).withShards(2)
                .withSegmentBytes(EngineOptions.MIN_SEGMENT_BYTES);
        try (var store = Bailiwick.open(options)) {
            var threads = new Thread[WRITERS];
            for (int i = 0; i < WRITERS; i++) {
                int writer = i;
                threads[i] = Thread.startVirtualThread(() -> {
                    while (true) {
                        var event = NewEvent.of("Moved", new byte[200]);
                        long version = store
                                .append(AppendRequest.builder().write(from(writer), ExpectedVersion.any(), event)
                                        .write(to(writer), ExpectedVersion.any(), event).build())
                                .version(from(writer));
                        out.println(writer + " " + version);
                    }
                });
            }
            for (var thread : threads) {
                thread.join();
            }
        }
    }
}
