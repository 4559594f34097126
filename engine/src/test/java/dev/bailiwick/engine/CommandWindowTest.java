package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bailiwick.store.CommandExpiredException;
import dev.bailiwick.store.InvalidRequestException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CommandWindowTest {
    private static final Duration WINDOW = Duration.ofSeconds(80);
    private static final long WINDOW_MS = WINDOW.toMillis();
    private static final long START_MS = 1_700_000_000_000L;
    private static final long PLENTY = 1 << 30;

    private record Executed(UUID id, long bucket, long atMs) {}

    private static UUID madeAt(long ms, long random) {
        return new UUID((ms << 16) | 0x7000 | (random & 0xFFF), 0x8000_0000_0000_0000L | (random >>> 12));
    }

    private static Executed execute(CommandWindow window, UUID id, long nowMs) {
        window.checkAge(id, nowMs);
        long bucket = window.bucketFor(nowMs);
        window.add(id, bucket, nowMs);
        return new Executed(id, bucket, nowMs);
    }

    @Test
    void aCommandIsRememberedForTheWindowAndThenItsIdIsTooOld() {
        var window = new CommandWindow(WINDOW, PLENTY);
        var command = execute(window, madeAt(START_MS, 1), START_MS);

        assertThat(window.remembers(command.id(), command.atMs(), START_MS + WINDOW_MS)).isTrue();
        assertThat(window.remembers(command.id(), command.atMs(), START_MS + WINDOW_MS + 1)).isFalse();
        assertThatThrownBy(() -> window.checkAge(command.id(), START_MS + WINDOW_MS + 1))
                .isInstanceOf(CommandExpiredException.class);
    }

    @Test
    void anIdFromAheadIsRememberedUntilItsOwnTimeIsOver() {
        var window = new CommandWindow(WINDOW, PLENTY);
        long aheadMs = START_MS + WINDOW_MS / 2;
        var command = execute(window, madeAt(aheadMs, 1), START_MS);

        assertThat(window.expire(aheadMs + WINDOW_MS)).isFalse();
        assertThat(window.remembers(command.id(), command.atMs(), aheadMs + WINDOW_MS)).isTrue();
        assertThat(window.bucketsOf(command.id())).contains(command.bucket());
        assertThatThrownBy(() -> window.checkAge(madeAt(START_MS + WINDOW_MS + 1, 2), START_MS))
                .isInstanceOf(InvalidRequestException.class);
    }

    @Test
    void anIdWithoutTimeIsNeverTooOld() {
        var window = new CommandWindow(WINDOW, PLENTY);
        var command = execute(window, UUID.fromString("6ba7b810-9dad-41d1-80b4-00c04fd430c8"), START_MS);

        window.checkAge(command.id(), START_MS + 10 * WINDOW_MS);

        assertThat(window.remembers(command.id(), command.atMs(), START_MS + WINDOW_MS + 1)).isFalse();
        assertThat(CommandWindow.mayBeKnown(command.id(), 0)).as("its time tells nothing").isTrue();
    }

    @Test
    void commandsThatTakeTooMuchSpaceAreForgottenInWholeBucketsAndTheirIdsAreRefused() {
        var window = new CommandWindow(WINDOW, 80 * CommandWindow.COMMAND_BYTES);
        var executed = new ArrayList<Executed>();
        for (int i = 0; i < 81; i++) {
            executed.add(execute(window, madeAt(START_MS + i, i), START_MS + i));
        }

        assertThat(window.expire(START_MS + 81)).as("there are too many").isTrue();
        window.forget(window.oldest());

        assertThat(window.expire(START_MS + 81)).isFalse();
        var forgotten = executed.stream().filter(command -> command.bucket() < window.firstBucket()).toList();
        assertThat(forgotten).hasSize(10);
        forgotten.forEach(command -> {
            assertThat(window.remembers(command.id(), command.atMs(), START_MS + 81)).isFalse();
            assertThatThrownBy(() -> window.checkAge(command.id(), START_MS + 81))
                    .isInstanceOf(CommandExpiredException.class);
        });
        assertKnownOrRefused(window, executed, START_MS + 81, "after forgetting");
    }

    /// The promise that everything else rests on: what was executed is known, or refused for its age; it is never taken for new.
    @Test
    void inAnyHistoryWhatWasExecutedIsKnownOrRefused() {
        long seed = System.nanoTime();
        var random = new SplittableRandom(seed);
        for (int history = 0; history < 20; history++) {
            runHistory(random, "seed " + seed + ", history " + history);
        }
    }

    private static void runHistory(SplittableRandom random, String description) {
        var window = new CommandWindow(WINDOW, random.nextInt(8, 200) * CommandWindow.COMMAND_BYTES);
        var executed = new ArrayList<Executed>();
        long nowMs = START_MS;
        for (int step = 0; step < 400; step++) {
            nowMs += random.nextInt(20) == 0 ? random.nextLong(WINDOW_MS) : random.nextLong(WINDOW_MS / 100);
            long madeMs = nowMs + random.nextLong(-WINDOW_MS / 2, WINDOW_MS / 2);
            var id = madeAt(madeMs, random.nextLong());
            try {
                executed.add(execute(window, id, nowMs));
            } catch (CommandExpiredException e) {
                // As it must be where space is short.
            }
            while (window.expire(nowMs)) {
                window.forget(window.oldest());
            }
            if (random.nextInt(10) == 0) {
                var reopened = new CommandWindow(WINDOW, PLENTY);
                reopened.restore(window.toBuckets());
                assertKnownOrRefused(reopened, executed, nowMs, description + ", reopened");
            }
        }
        assertKnownOrRefused(window, executed, nowMs, description);
        assertThat(window.toBuckets().buckets()).as(description).hasSizeLessThanOrEqualTo(CommandWindow.MAX_BUCKETS);
    }

    private static void assertKnownOrRefused(CommandWindow window, List<Executed> executed, long nowMs,
            String description) {
        for (var command : executed) {
            if (window.remembers(command.id(), command.atMs(), nowMs)) {
                assertThat(command.bucket()).as(description).isGreaterThanOrEqualTo(window.firstBucket());
                assertThat(window.bucketsOf(command.id())).as(description).contains(command.bucket());
            } else {
                assertThatThrownBy(() -> window.checkAge(command.id(), nowMs)).as(description)
                        .isInstanceOf(CommandExpiredException.class);
            }
        }
    }
}
