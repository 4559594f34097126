package dev.bailiwick.cli;

import static dev.bailiwick.cli.StoreCalls.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Segments, frames and one aggregate, on a closed, an open and a damaged store.
class InspectCommandTest {
    private final StoreCalls store;

    InspectCommandTest(@TempDir Path directory) {
        store = StoreCalls.make(directory);
        store.call("append", "acme/orders/1", "a", "--type", "T").succeeds();
        store.call("append", "acme/orders/1", "b", "--type", "T").succeeds();
        store.call("append", "acme/orders/2", "c", "--type", "T").succeeds();
        store.call("trim", "acme/orders/1", "--keep-from", "2").succeeds();
    }

    @Test
    void segmentsAreListed() {
        assertThat(store.call("inspect", "segments").succeeds().out()).matches(
                """
                          shard   segment   state    sequences   used bytes   of           frames                  from .* to
                          0/0     1         active   1 to 4      [45],\\d{3}        16,777,216   3 appended, 1 trimmed   .*Z   .*Z
                        """);
        assertThat(store.call("inspect", "segments", "0/0", "--json").succeeds().out())
                .matches(
                        "\\{\"shard\":\"0/0\",\"segment\":1,\"state\":\"active\",\"firstSequence\":1,\"lastSequence\":4,"
                                + "\"usedBytes\":\\d+,\"fileBytes\":16777216,\"frames\":\\{\"appended\":3,\"trimmed\":1},"
                                + "\"firstAt\":\".*Z\",\"lastAt\":\".*Z\"}\n");
    }

    @Test
    void framesAreListed() {
        var lines = store.call("inspect", "frames", "0/0", "1").succeeds().out().lines().toList();

        assertThat(lines).hasSize(5);
        assertThat(lines.get(2)).contains("appended", "1 at 2", "00000000-0000-0000-0000-000000000001 version 2");
        assertThat(lines.get(4)).contains("trimmed", "readable from 2");
        assertThat(store.call("inspect", "frames", "0/0", "1", "--limit", "1", "--json").succeeds().out())
                .matches("\\{\"segment\":1,\"offset\":4096,\"bytes\":\\d+,\"sequence\":1,\"kind\":\"appended\","
                        + "\"recordedAt\":\".*Z\",\"durableUpTo\":0,\"partitions\":\\[\\{\"partition\":1,\"sequence\":1}],"
                        + "\"aggregates\":\\[\\{\"key\":\"" + KEY
                        + "\",\"version\":1,\"firstReadable\":1,\"firstVersion\":1}]}\n");
    }

    @Test
    void anAggregateIsToldWithItsFrames() {
        var lines = store.call("inspect", "aggregate", "acme/orders/1").succeeds().out().lines().toList();

        assertThat(lines).hasSize(9).startsWith("key             " + KEY, "partition       1", "shard           0/0",
                "indexed up to   no segment", "head in index   none");
        assertThat(store.call("inspect", "aggregate", "acme/orders/1", "--scan", "--json").succeeds().out().lines())
                .hasSize(4).first()
                .isEqualTo("{\"key\":\"" + KEY + "\",\"partition\":1,\"shard\":\"0/0\",\"complete\":true,"
                        + "\"indexedUpTo\":0,\"entries\":[]}");
        assertThat(store.call("inspect", "aggregate", "acme/orders/9").succeeds().out())
                .contains("There is no frame of it; --scan reads the whole log.");
    }

    @Test
    void aStoreThatIsOpenIsShown() {
        try (var open = dev.bailiwick.engine.Bailiwick.open(DataDirectory.options(store.directory()))) {
            assertThat(open.partitionMap().shards()).hasSize(1);
            assertThat(store.call("inspect", "segments").succeeds().out()).contains("3 appended, 1 trimmed");
        }
    }

    @Test
    void damageIsShownAndIsAnExitCode() throws IOException {
        var segment = store.directory().resolve("shard-0-0").resolve("segment-0000000000000001.log");
        var bytes = Files.readAllBytes(segment);
        bytes[4_096 + 60] ^= 1;
        Files.write(segment, bytes);

        var segments = store.call("inspect", "segments");
        assertThat(segments.exitCode()).isEqualTo(5);
        assertThat(segments.out()).contains("2 appended, 1 trimmed",
                "problem: shard 0/0, segment 1: from offset 4096 to");
        assertThat(segments.err()).isEmpty();
        assertThat(store.call("inspect", "frames", "0/0", "1", "--json").exitCode()).isEqualTo(5);
        assertThat(store.call("inspect", "frames", "0/0", "1", "--json").out())
                .contains("{\"problem\":\"from offset 4096");
        assertThat(store.call("inspect", "aggregate", "acme/orders/1").exitCode()).isEqualTo(5);
    }

    @Test
    void whatCannotBeMeantIsRefused() {
        Execution.of("inspect", "segments")
                .isRefusedWith("bailiwick inspect segments: which store? Give --data DIR, or set BAILIWICK_DATA.");
        store.call("inspect", "frames", "1", "1").isRefusedWith(
                "bailiwick inspect frames: invalid value for positional parameter at index 0 (SHARD): a shard is written GROUP/MEMBER, such as 0/1, not '1'.");
        store.call("inspect", "frames", "0/0", "1", "--from", "3")
                .isRefusedWith("bailiwick inspect frames: frames begin at multiples of 8, not at 3.");
        store.call("inspect", "frames", "0/0", "1", "--limit", "0")
                .isRefusedWith("bailiwick inspect frames: a limit is 1 or more, not 0.");
        assertThat(store.call("inspect", "frames", "0/0", "9").exitCode()).isEqualTo(5);
    }
}
