package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HeapTrimmingTest {
    private static final Duration AT_ONCE = Duration.ofNanos(1);
    private static final int PIECE_BYTES = 3_000;
    private static final int PIECES = 20_000;
    /// What is in use between what is freed: otherwise the C library would give everything back by itself.
    private static final int ONE_IS_KEPT_OF = 100;
    private static final int PAGE_BYTES = 4_096;

    @Test
    void whatIsFreedBetweenWhatIsInUseIsGivenBack() throws IOException {
        var kept = new ArrayList<Arena>();
        var freed = new ArrayList<Arena>();
        var freedAddresses = new ArrayList<Long>();
        for (int i = 0; i < PIECES; i++) {
            var piece = Arena.ofConfined();
            long address = piece.allocate(PIECE_BYTES).fill((byte) 1).address();
            if (i % ONE_IS_KEPT_OF == 0) {
                kept.add(piece);
            } else {
                freed.add(piece);
                freedAddresses.add(address);
            }
        }
        freed.forEach(Arena::close);
        boolean possible = Linker.nativeLinker().defaultLookup().find("malloc_trim").isPresent();

        boolean done = NativeHeap.trim();

        assertThat(done).isEqualTo(possible);
        if (possible) {
            assertThat(resident(freedAddresses)).isLessThan(freedAddresses.size() / 2);
        }
        kept.forEach(Arena::close);
    }

    /// How many of these addresses have memory of the machine.
    private static int resident(List<Long> addresses) throws IOException {
        int resident = 0;
        try (var pages = new RandomAccessFile("/proc/self/pagemap", "r")) {
            for (long address : addresses) {
                pages.seek(address / PAGE_BYTES * Long.BYTES);
                resident += (Long.reverseBytes(pages.readLong()) >>> 63) == 1 ? 1 : 0;
            }
        }
        return resident;
    }

    @Test
    void itIsDoneAgainAndAgainUntilItIsClosed() throws InterruptedException {
        var third = new CountDownLatch(3);
        var trimming = new HeapTrimming(() -> {
            third.countDown();
            return true;
        }, AT_ONCE);

        third.await();
        trimming.close();

        assertThat(trimming.isRunning()).isFalse();
    }

    @Test
    void itIsTriedOnceWhereThereIsNoWay() throws InterruptedException {
        var tries = new AtomicInteger();
        var tried = new CountDownLatch(1);

        try (var trimming = new HeapTrimming(() -> {
            tries.incrementAndGet();
            tried.countDown();
            return false;
        }, AT_ONCE)) {
            tried.await();
            while (trimming.isRunning()) {
                Thread.onSpinWait();
            }
        }

        assertThat(tries).hasValue(1);
    }

    @Test
    void closingDoesNotWaitForTheNextTime() {
        var trimming = new HeapTrimming(() -> true, Duration.ofDays(1));

        trimming.close();

        assertThat(trimming.isRunning()).isFalse();
    }

    @Test
    void itTakesNoMoreThanAThousandthOfTheTime() {
        long usual = Duration.ofSeconds(10).toNanos();

        assertThat(HeapTrimming.waitNs(usual, Duration.ofMillis(2).toNanos())).isEqualTo(usual);
        assertThat(HeapTrimming.waitNs(usual, Duration.ofMillis(300).toNanos()))
                .isEqualTo(Duration.ofMinutes(5).toNanos());
    }

    @Test
    void aStoreHasItAsLongAsItIsOpen(@TempDir Path directory) throws InterruptedException {
        var group = new ThreadGroup("of this test alone");
        var whileOpen = new ArrayList<String>();
        var afterwards = new ArrayList<String>();

        var user = new Thread(group, () -> {
            try (var _ = Bailiwick.open(directory)) {
                whileOpen.addAll(namesOf(group));
            }
            afterwards.addAll(namesOf(group));
        });
        user.start();
        user.join();

        assertThat(whileOpen).contains("bailiwick-memory");
        assertThat(afterwards).doesNotContain("bailiwick-memory");
    }

    private static List<String> namesOf(ThreadGroup group) {
        var threads = new Thread[1_000];
        int count = group.enumerate(threads);
        return Stream.of(threads).limit(count).map(Thread::getName).toList();
    }
}
