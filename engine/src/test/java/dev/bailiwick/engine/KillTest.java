package dev.bailiwick.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateDetails;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.VerifyRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A process that is killed while it writes loses nothing that it acknowledged.
class KillTest {
    private static final int KILLS = Integer.getInteger("bailiwick.kills", 5);
    /// Every segment of these stores has few frames and the room of many, and all that is there is checked after each kill.
    private static final int KILLS_PER_STORE = 20;

    private final Map<Integer, Long> acknowledged = new HashMap<>();
    private final Map<Integer, UUID> lastCommand = new HashMap<>();

    @Test
    void whatWasAcknowledgedIsThereAfterAKill(@TempDir Path directory) throws IOException, InterruptedException {
        long seed = System.nanoTime();
        var random = new SplittableRandom(seed);
        for (int kill = 0; kill < KILLS; kill++) {
            if (kill % KILLS_PER_STORE == 0) {
                acknowledged.clear();
                lastCommand.clear();
                Sealing.delete(directory.resolve("store"));
            }
            writeAndKill(directory.resolve("store"), 1 + random.nextInt(1_000));
            check(directory.resolve("store"), "seed " + seed + ", kill " + kill);
        }
    }

    private void writeAndKill(Path directory, int lines) throws IOException, InterruptedException {
        var process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), KilledWriter.class.getName(), directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (var out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
            for (int i = 0; i < lines; i++) {
                note(out.readLine());
            }
            process.toHandle().destroyForcibly(); // unlike the process itself, this leaves its output readable
            for (var rest = out.readLine(); rest != null; rest = out.readLine()) {
                if (rest.matches("\\d+ \\d+ [0-9a-f-]{36}")) {
                    note(rest);
                }
            }
        }
        process.waitFor();
    }

    private void note(String line) {
        var parts = line.split(" ", -1);
        acknowledged.put(Integer.parseInt(parts[0]), Long.parseLong(parts[1]));
        lastCommand.put(Integer.parseInt(parts[0]), UUID.fromString(parts[2]));
    }

    private void check(Path directory, String when) throws IOException {
        try (var store = KilledWriter.open(directory)) {
            var versions = versionsInFeed(store);
            assertNoFileIsLeftOver(directory, when);
            for (int writer = 0; writer < KilledWriter.WRITERS; writer++) {
                long from = version(store, KilledWriter.from(writer));
                assertThat(from).as("%s, writer %d", when, writer)
                        .isGreaterThanOrEqualTo(acknowledged.getOrDefault(writer, 0L));
                assertThat(version(store, KilledWriter.to(writer))).as("%s: both or neither", when).isEqualTo(from);
                assertThat(version(store, KilledWriter.single(writer))).as(when).isGreaterThanOrEqualTo(from);
                for (var key : List.of(KilledWriter.from(writer), KilledWriter.to(writer),
                        KilledWriter.single(writer))) {
                    assertThat(versions.getOrDefault(key, 0L)).as("%s: feed", when).isEqualTo(version(store, key));
                }
                if (lastCommand.containsKey(writer)) {
                    var again = store.append(KilledWriter.transfer(writer, lastCommand.get(writer)));
                    assertThat(again.duplicate()).as(when).isTrue();
                    assertThat(again.version(KilledWriter.from(writer))).isEqualTo(acknowledged.get(writer));
                }
            }
            assertThat(store.verify(VerifyRequest.everything()).problems()).as(when).isEmpty();
        }
    }

    private static long version(EventStore store, AggregateKey key) {
        return store.details(key).map(AggregateDetails::version).orElse(0L);
    }

    private static void assertNoFileIsLeftOver(Path directory, String when) throws IOException {
        for (int shard = 0; shard < 2; shard++) {
            Sealing.assertNoFileIsLeftOver(directory.resolve("shard-0-" + shard), when);
        }
    }

    /// The last version of each aggregate in the feed, which must have all before it that can be read.
    private static Map<AggregateKey, Long> versionsInFeed(EventStore store) {
        var versions = new HashMap<AggregateKey, Long>();
        var counts = new HashMap<AggregateKey, Long>();
        for (var commit : Collected.everything(store)) {
            for (var event : commit.events()) {
                assertThat(event.version()).isGreaterThan(versions.getOrDefault(event.key(), 0L));
                versions.put(event.key(), event.version());
                counts.merge(event.key(), 1L, Long::sum);
            }
        }
        versions.forEach((key, version) -> assertThat(counts.get(key))
                .isBetween(version - store.details(key).orElseThrow().firstVersion() + 1, version));
        return versions;
    }
}
