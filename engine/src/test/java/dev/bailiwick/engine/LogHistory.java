package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.ShardIdentifier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

/// A log on a simulated disk, and what must be true of it: what was committed is there, and nothing else but a beginning of
/// what was staged after it.
final class LogHistory {
    static final Path DIRECTORY = Path.of("shard");
    static final LogIdentity IDENTITY = new LogIdentity(new UUID(1, 2), ShardIdentifier.of(0, 3));
    static final long SEGMENT_BYTES = 16 << 10;

    private final RandomGenerator random;
    private final List<byte[]> staged = new ArrayList<>();
    private final List<Long> sequences = new ArrayList<>();
    private SimulatedDisk disk;
    private ShardLog log;
    private int committed;

    LogHistory(RandomGenerator random, SimulatedDisk disk) throws IOException {
        this.random = random;
        this.disk = disk;
        this.log = TestLog.open(disk, DIRECTORY, IDENTITY, SEGMENT_BYTES, frame -> {
            throw new IllegalStateException("a new log has no frames");
        });
    }

    /// Works for some steps; the power or the disk may fail on the way.
    void run(int steps) throws IOException {
        for (int i = 0; i < steps; i++) {
            if (random.nextInt(3) == 0) {
                log.commit();
                committed = staged.size();
            } else {
                stage(random.nextInt(3_000));
            }
        }
    }

    void stage(int bytes) throws IOException {
        var body = new byte[bytes];
        random.nextBytes(body);
        staged.add(body);
        log.stage(1_000 + staged.size(), TestLog.body(TestLog.KIND, body));
        sequences.add(log.lastSequence());
        committed = (int) Math.max(committed,
                sequences.stream().filter(sequence -> sequence <= log.durableUpTo()).count());
    }

    /// The log refused what was staged last.
    void discardLast() {
        staged.removeLast();
    }

    void commit() throws IOException {
        log.commit();
        committed = staged.size();
    }

    /// Loses the power and opens what is left.
    void losePowerAndReopen() throws IOException {
        disk = disk.afterPowerLoss();
        reopen();
    }

    void reopen() throws IOException {
        var frames = new ArrayList<Frame>();
        log = TestLog.open(disk, DIRECTORY, IDENTITY, SEGMENT_BYTES, frames::add);
        for (int i = 0; i < frames.size(); i++) {
            assertThat(frames.get(i).sequence()).isEqualTo(i + 1L);
        }
        var found = TestLog.bodies(frames.stream().filter(frame -> frame.kind() == TestLog.KIND).toList());
        assertThat(found).as("all that was committed is there").hasSizeGreaterThanOrEqualTo(committed);
        assertThat(found).as("nothing is there that was not staged").hasSizeLessThanOrEqualTo(staged.size());
        for (int i = 0; i < found.size(); i++) {
            assertThat(found.get(i)).as("frame %d", i + 1).isEqualTo(staged.get(i));
        }
        assertThat(log.lastSequence()).isEqualTo(frames.size());
        assertThat(log.durableUpTo()).isEqualTo(frames.size());
        staged.subList(found.size(), staged.size()).clear();
        sequences.subList(found.size(), sequences.size()).clear();
        committed = found.size();
    }

    ShardLog log() {
        return log;
    }

    SimulatedDisk disk() {
        return disk;
    }

    int committed() {
        return committed;
    }
}
