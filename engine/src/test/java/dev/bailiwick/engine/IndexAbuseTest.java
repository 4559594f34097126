package dev.bailiwick.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bailiwick.store.UnreadableStoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Whatever is done to the index of a shard, it never leads to a wrong answer: it is made anew from the log, when the store is
/// opened or, where the damage only shows when it is read, the next time.
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class IndexAbuseTest {
    private static final int AGGREGATES = 8;

    private final long seed = System.nanoTime();
    private final SplittableRandom random = new SplittableRandom(seed);
    private final DelegatingDisk disk = new DelegatingDisk();
    private final Ledger ledger = new Ledger(random, AGGREGATES);

    @TempDir
    private Path temporary = Path.of("");

    private Path directory = Path.of("");
    private Path index = Path.of("");
    private Path kept = Path.of("");

    @BeforeEach
    void fillAStore() throws IOException {
        directory = temporary.resolve("store");
        index = Sealing.index(directory);
        kept = temporary.resolve("kept");
        try (var store = open(directory)) {
            ledger.work(store, 40);
        }
        assertThat(Sealing.segmentFiles(directory)).isGreaterThan(5);
        Sealing.copy(index, kept);
    }

    private Engine open(Path where) {
        return Sealing.open(disk, Sealing.options(where), 3);
    }

    private void checkNow(String what) {
        try (var store = open(directory)) {
            ledger.check(store);
        } catch (AssertionError e) {
            throw new AssertionError(what + ", seed " + seed, e);
        }
    }

    /// Returns whether the damage showed only after the store was open.
    private boolean checkNowOrNextTime(String what) {
        try {
            checkNow(what);
            return false;
        } catch (UnreadableStoreException e) {
            assertThat(e.getMessage()).as(what).contains(Sealing.shard(directory).toString());
        }
        checkNow(what + ", opened again");
        return true;
    }

    @Test
    void anIndexThatIsGoneIsMadeAnew() throws IOException {
        Sealing.delete(index);
        checkNow("deleted");

        Sealing.delete(index);
        Files.createDirectory(index);
        checkNow("empty");

        Sealing.delete(index);
        Files.write(index, "not a directory".getBytes(UTF_8));
        checkNow("a file");
    }

    @Test
    void anOlderIndexIsCompleted() throws IOException {
        try (var store = open(directory)) {
            ledger.work(store, 30);
        }

        Sealing.delete(index);
        Sealing.copy(kept, index);

        checkNow("older");
    }

    /// The log was restored from a copy and the index was not; then the log takes another turn, and the index again was not.
    @Test
    void anIndexOfAnotherHistoryIsMadeAnew() throws IOException {
        var older = temporary.resolve("older");
        Sealing.copy(directory, older);
        var copied = new Ledger(new SplittableRandom(seed), AGGREGATES);
        try (var store = open(directory)) {
            ledger.work(store, 30);
        }
        Sealing.delete(kept);
        Sealing.copy(index, kept);

        Sealing.delete(Sealing.index(older));
        Sealing.copy(kept, Sealing.index(older));

        try (var store = open(older); var replayed = open(temporary.resolve("replayed"))) {
            copied.work(replayed, 40);
            copied.check(store);
            copied.work(store, 30);
        }
        Sealing.delete(Sealing.index(older));
        Sealing.copy(kept, Sealing.index(older));
        try (var store = open(older)) {
            copied.check(store);
        }
    }

    @Test
    void theIndexOfAnotherStoreOrShardIsMadeAnew() throws IOException {
        var other = temporary.resolve("other");
        try (var store = Sealing.open(disk, Sealing.options(other).withShards(2), 3)) {
            new Ledger(random, AGGREGATES).work(store, 40);
        }
        for (var shard : List.of("shard-0-0", "shard-0-1")) {
            Sealing.delete(index);
            Sealing.copy(other.resolve(shard).resolve(IndexDatabase.NAME), index);
            checkNow(shard);
        }
    }

    @Test
    void noLostOrCutFileIsOverlooked() throws IOException {
        for (var file : files()) {
            restore();
            Files.delete(index.resolve(file));
            checkNowOrNextTime("without " + file);

            restore();
            long bytes = Files.size(kept.resolve(file)) * random.nextInt(4) / 4;
            try (var channel = Files.newByteChannel(index.resolve(file), StandardOpenOption.WRITE)) {
                channel.truncate(bytes);
            }
            checkNowOrNextTime(bytes + " bytes of " + file);
        }
    }

    @Test
    void noFlippedBitIsOverlooked() throws IOException {
        boolean shownByReading = false;
        for (var file : files()) {
            int bytes = Math.toIntExact(Files.size(kept.resolve(file)));
            for (int i = 0; i < 2 && bytes > 0; i++) {
                restore();
                int at = i == 0 ? 0 : random.nextInt(bytes);
                var content = Files.readAllBytes(index.resolve(file));
                content[at] ^= (byte) (1 << random.nextInt(8));
                Files.write(index.resolve(file), content);
                shownByReading |= checkNowOrNextTime(file + " at " + at);
            }
        }
        assertThat(shownByReading).as("some damage shows only when it is read, seed %d", seed).isTrue();
    }

    /// A store that could not be opened can be opened when the reason is gone.
    @Test
    void aDamagedSegmentIsRefusedUntilItIsRepaired() throws IOException {
        var segment = Segment.pathOf(Sealing.shard(directory), 2);
        var bytes = Files.readAllBytes(segment);
        var damaged = bytes.clone();
        damaged[Segment.FRAMES_AT + 70] ^= 1;
        Files.write(segment, damaged);
        Sealing.delete(index);

        assertThatThrownBy(() -> open(directory)).isInstanceOf(UnreadableStoreException.class)
                .hasMessageContaining(segment.toString());
        Files.write(segment, bytes);

        checkNow("repaired");
    }

    private void restore() throws IOException {
        Sealing.delete(index);
        Sealing.copy(kept, index);
    }

    private List<String> files() throws IOException {
        try (var files = Files.list(kept)) {
            return files.map(file -> String.valueOf(file.getFileName())).filter(name -> !name.startsWith("LOG"))
                    .sorted().toList();
        }
    }
}
