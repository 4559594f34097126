package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RealDiskTest {
    @TempDir
    Path directory;

    /// Only whole blocks can be written past the machine's memory.
    @ParameterizedTest
    @ValueSource(longs = {1, 511, 4_096, 4_097, (1 << 20) - 1, (3 << 20) + 17})
    void aNewFileHasAsManyZerosAsAskedForAndCanBeWrittenAnywhere(long bytes) throws IOException {
        var path = directory.resolve("file");
        try (var file = new RealDisk().create(path, bytes)) {
            assertThat(Files.readAllBytes(path)).hasSize((int) bytes).containsOnly(0);

            file.write(ByteBuffer.wrap(new byte[]{7}), bytes - 1);
            file.flush();
        }

        var content = Files.readAllBytes(path);
        assertThat(content).hasSize((int) bytes).endsWith((byte) 7);
        content[content.length - 1] = 0;
        assertThat(content).containsOnly(0);
    }
}
