package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.Hash256;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SegmentIndexTest {
    private static final int KEYS = 3_000;

    private final long seed = System.nanoTime();
    private final SplittableRandom random = new SplittableRandom(seed);

    private static AggregateKey key(int number) {
        return new AggregateKey(Ids.named("Acme"), Ids.named("Orders"), Ids.of(number));
    }

    private static Head head(long version) {
        return new Head(version, 1, AggregateState.LIVE, new Hash256(version, 2, 3, 4), version * 10);
    }

    /// Finds the version as [SegmentIndex#containing] does, one record after the other.
    private static int search(SegmentIndex index, int from, long version) {
        int record = from;
        while (record != SegmentIndex.NONE && index.firstVersion(record) > version) {
            record = index.prev(record);
        }
        return record;
    }

    @Test
    void everyVersionIsFoundWhereItIs() {
        var index = new SegmentIndex(7, 8);
        var versions = new HashMap<Integer, Long>();
        for (int i = 0; i < 20_000; i++) {
            int number = random.nextInt(10) == 0 ? random.nextInt(KEYS) : random.nextInt(3);
            int events = random.nextInt(4); // none is a trim
            long version = versions.getOrDefault(number, 5L) + events;
            versions.put(number, version);
            index.add(key(number), head(version), events, ((i + 1L) << 24) | 1, i + 1L);
        }

        versions.forEach((number, version) -> {
            int newest = index.newest(key(number));
            assertThat(index.head(newest)).as("seed %d", seed).isEqualTo(head(version));
            assertThat(index.key(newest)).isEqualTo(key(number));
            for (int i = 0; i < 200; i++) {
                long wanted = random.nextLong(version + 2);
                assertThat(index.containing(newest, wanted)).as("seed %d, %d of %d", seed, wanted, number)
                        .isEqualTo(search(index, newest, wanted));
            }
        });
        assertThat(index.newestOfEach()).hasSize(versions.size());
        assertThat(index.keys()).isEqualTo(versions.size());
        assertThat(index.newest(key(KEYS))).isEqualTo(SegmentIndex.NONE);
    }

    @Test
    void aReaderSeesWhatIsDurableWhileTheWriterGoesOn() throws Exception {
        var index = new SegmentIndex(7, 8);
        var durable = new AtomicLong();
        int rounds = 20;
        try (var threads = Executors.newFixedThreadPool(2)) {
            var readers = new ArrayList<Future<Boolean>>();
            for (int reader = 0; reader < 2; reader++) {
                var choice = random.split();
                readers.add(threads.submit(() -> {
                    while (durable.get() < (long) rounds * KEYS) {
                        long upTo = durable.get();
                        int number = choice.nextInt(KEYS);
                        long expected = (upTo + KEYS - 1 - number) / KEYS;
                        int record = index.newest(key(number), upTo);
                        if (expected == 0) {
                            assertThat(record).isEqualTo(SegmentIndex.NONE);
                        } else {
                            assertThat(index.head(record)).isEqualTo(head(expected));
                        }
                    }
                    return true;
                }));
            }
            for (long i = 0; i < (long) rounds * KEYS; i++) {
                index.add(key((int) (i % KEYS)), head(i / KEYS + 1), 1, ((i + 1) << 24) | 1, i + 1);
                if (i % 10 == 9) {
                    durable.set(i + 1);
                }
            }
            for (var reader : readers) {
                assertThat(reader.get()).isTrue();
            }
        }
    }
}
