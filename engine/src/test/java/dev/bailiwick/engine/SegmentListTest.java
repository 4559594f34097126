package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bailiwick.engine.SimulatedDisk.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentListTest {
    private static final Path DIRECTORY = Path.of("shard");
    private static final Manifest MANIFEST = new Manifest(
            List.of(new Manifest.Entry(1, 1, 512), new Manifest.Entry(2, 10, 0)), 0);
    private static final Manifest.Entry PACKED = new Manifest.Entry(4, 1, 512, List.of(1L));

    private final SimulatedDisk disk = new SimulatedDisk(new SplittableRandom(42));

    private SegmentList list() throws IOException {
        MANIFEST.write(disk, DIRECTORY);
        return new SegmentList(disk, DIRECTORY, MANIFEST);
    }

    @Test
    void afterAFailedWriteNothingIsBuiltOnTheManifest() throws IOException {
        int failures = 0;
        for (int operations = 1; operations < 20; operations++) {
            var list = list();
            disk.create(Segment.pathOf(DIRECTORY, 3), 8 << 10).close();
            disk.after(operations, Outcome.FAILURE);
            try {
                list.announce(3);
            } catch (IOException e) {
                failures++;
                disk.after(Long.MAX_VALUE, Outcome.FAILURE);
                assertThatThrownBy(() -> list.replace(PACKED)).as("after %d operations", operations)
                        .isInstanceOf(IOException.class).hasMessageContaining("written no more");
                assertThat(list.entries()).isEqualTo(MANIFEST.entries());
            }
            disk.after(Long.MAX_VALUE, Outcome.FAILURE);
        }
        assertThat(failures).isGreaterThan(3);
    }

    @Test
    void lackOfRoomChangesNothingAndCanBeTriedAgain(@TempDir Path directory) throws IOException {
        MANIFEST.write(new RealDisk(), directory);
        var list = new SegmentList(new OnceFullDisk(), directory, MANIFEST);

        assertThatThrownBy(() -> list.replace(PACKED)).isInstanceOf(NoRoomException.class);
        assertThat(list.entries()).isEqualTo(MANIFEST.entries());

        list.replace(PACKED);
        assertThat(list.entries()).first().isEqualTo(PACKED);
        assertThat(Manifest.read(new RealDisk(), directory).entries()).isEqualTo(list.entries());
    }

    private static final class OnceFullDisk extends DelegatingDisk {
        private boolean full = true;

        @Override
        protected void beforeCreate(Path file) throws IOException {
            if (full) {
                full = false;
                throw new NoRoomException("no room");
            }
        }
    }
}
