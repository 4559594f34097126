package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RealDiskTest {
    private static final int BLOCK = 4_096;

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

    /// Whole blocks take another way than the rest, and both must see each other.
    @Test
    void wholeBlocksAndPartsOfThemAreReadAsTheyWereWrittenLast() throws IOException {
        var path = directory.resolve("file");
        var random = new Random(5);
        var expected = new byte[64 << 10];
        try (var file = new RealDisk().create(path, expected.length)) {
            for (int round = 0; round < 500; round++) {
                boolean whole = random.nextBoolean();
                int from = random.nextInt(expected.length) / (whole ? BLOCK : 1) * (whole ? BLOCK : 1);
                int length = whole
                        ? BLOCK * (1 + random.nextInt((expected.length - from) / BLOCK))
                        : 1 + random.nextInt(Math.min(9_000, expected.length - from));
                var content = new byte[length];
                random.nextBytes(content);
                System.arraycopy(content, 0, expected, from, length);

                file.write(aligned(content), from);
                if (random.nextInt(4) == 0) {
                    file.flush();
                }

                var read = ByteBuffer.allocate(expected.length);
                file.read(read, 0);
                assertThat(read.array()).isEqualTo(expected);
            }
            file.flush();
        }
        assertThat(Files.readAllBytes(path)).isEqualTo(expected);
    }

    /// Where nothing can be written past the machine's memory, as in a file system of the JDK's own.
    @Test
    void whereTheFileSystemDoesNotLetUsNothingIsWrittenPastTheMemory() throws IOException {
        var archive = directory.resolve("files.zip");
        try (var files = FileSystems.newFileSystem(archive, Map.of("create", "true"))) {
            var path = Files.write(files.getPath("/file"), new byte[2 * BLOCK]);
            try (var past = new PastMemory(path)) {
                var content = aligned(new byte[BLOCK]);

                assertThat(PastMemory.isPossible(path)).isFalse();
                assertThat(past.write(content, 0)).isZero();
                assertThat(content.remaining()).isEqualTo(BLOCK);
            }
        }
    }

    private static ByteBuffer aligned(byte[] content) {
        return ByteBuffer.allocateDirect(content.length + 2 * BLOCK).alignedSlice(BLOCK).put(content).flip();
    }
}
