package dev.bailiwick.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.store.AggregateDetails;
import dev.bailiwick.store.VerifyRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A process that is killed while it writes loses nothing that it acknowledged.
class KillTest {
    private static final int KILLS = Integer.getInteger("bailiwick.kills", 5);

    private final Map<Integer, Long> acknowledged = new HashMap<>();

    @Test
    void whatWasAcknowledgedIsThereAfterAKill(@TempDir Path directory) throws IOException, InterruptedException {
        long seed = System.nanoTime();
        var random = new SplittableRandom(seed);
        for (int kill = 0; kill < KILLS; kill++) {
            writeAndKill(directory, 1 + random.nextInt(2_000));
            check(directory, "seed " + seed + ", kill " + kill);
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
                if (rest.matches("\\d+ \\d+")) {
                    note(rest);
                }
            }
        }
        process.waitFor();
    }

    private void note(String line) {
        var parts = line.split(" ", -1);
        acknowledged.merge(Integer.parseInt(parts[0]), Long.parseLong(parts[1]), Math::max);
    }

    private void check(Path directory, String when) {
        try (var store = Bailiwick.open(directory)) {
            for (int writer = 0; writer < KilledWriter.WRITERS; writer++) {
                long from = store.details(KilledWriter.from(writer)).map(AggregateDetails::version).orElse(0L);
                long to = store.details(KilledWriter.to(writer)).map(AggregateDetails::version).orElse(0L);
                assertThat(from).as("%s, writer %d", when, writer)
                        .isGreaterThanOrEqualTo(acknowledged.getOrDefault(writer, 0L));
                assertThat(to).as("%s: both or neither", when).isEqualTo(from);
            }
            assertThat(store.verify(VerifyRequest.everything()).problems()).as(when).isEmpty();
        }
    }
}
