package dev.bailiwick.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiskUsageTest {
    private final Path directory;

    DiskUsageTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "10, 0", "10, 10", "10, 3", "65536, 65536", "65537, 1", "200000, 65536", "200000, 131073"})
    void zerosAtTheEndAreNotInUse(int size, int used) throws IOException {
        assertThat(DiskUsage.endOfContent(file("a", size, used))).isEqualTo(used);
    }

    @Test
    void theLogIsCountedByItself() throws Exception {
        Files.createDirectory(directory.resolve("shard"));
        file("shard/segment.log", 100_000, 70_000);
        file("index", 20_000, 20_000);

        var usage = DiskUsage.of(directory);

        assertThat(usage.apparent()).isEqualTo(120_000);
        assertThat(usage.used()).isEqualTo(90_000);
        assertThat(usage.usedByLog()).isEqualTo(70_000);
        assertThat(usage.allocated()).isPositive();
    }

    private Path file(String name, int size, int used) throws IOException {
        var content = new byte[size];
        Arrays.fill(content, 0, used, (byte) 1);
        return Files.write(directory.resolve(name), content);
    }
}
