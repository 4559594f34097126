package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.store.Hash256;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The small tables of a shard, each against the plain way to do the same.
class TablesTest {
    private final long seed = System.nanoTime();
    private final SplittableRandom random = new SplittableRandom(seed);

    private static AggregateKey key(long number) {
        return new AggregateKey(Ids.of(number % 3), Ids.of(number % 5), Ids.of(number));
    }

    private Head head(long version) {
        return new Head(version, 1 + random.nextLong(version + 1), Heads.state(random.nextInt(3)),
                new Hash256(random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong()),
                random.nextLong(1L << 40));
    }

    @Test
    void aHeadTableWithRoomForgetsLittleAndIsNeverOutOfDate() {
        var table = new HeadTable(64 << 20);
        var plain = new HashMap<AggregateKey, Head>();
        for (int i = 0; i < 60_000; i++) {
            var key = key(random.nextLong(20_000));
            var head = head(i + 1L);
            table.put(key, head);
            plain.put(key, head);
        }

        plain.forEach((key, head) -> assertThat(table.get(key)).as("seed %d", seed).isIn(head, null));
        long kept = plain.keySet().stream().filter(key -> table.get(key) != null).count();
        assertThat(kept).as("seed %d", seed).isGreaterThan(plain.size() * 9L / 10);
        assertThat(table.count()).isEqualTo(kept);
        assertThat(table.get(key(20_001))).isNull();
    }

    @Test
    void aHeadTableWithoutRoomForgetsMuchAndIsNeverOutOfDate() {
        var table = new HeadTable(0);
        var plain = new HashMap<AggregateKey, Head>();
        for (int i = 0; i < 60_000; i++) {
            var key = key(random.nextLong(20_000));
            var found = table.get(key);
            assertThat(found == null || found.equals(plain.get(key))).as("seed %d", seed).isTrue();
            plain.put(key, head(i + 1L));
            table.put(key, plain.get(key));
            assertThat(table.get(key)).isEqualTo(plain.get(key));
        }
        assertThat(table.count()).isLessThan(2_000);
    }

    @Test
    void aCommandIsFoundUnderItsPartitionAndOrgOnly() {
        var table = new CommandTable();
        var ids = new ArrayList<UUID>();
        for (int i = 0; i < 5_000; i++) {
            var id = new UUID(random.nextLong(), random.nextLong());
            ids.add(id);
            table.add(i % 7, Ids.of(i % 3), id, i, 1 + i / 1_000);
        }

        for (int i = 0; i < ids.size(); i++) {
            int found = table.find(i % 7, Ids.of(i % 3), ids.get(i));
            assertThat(table.packedLocation(found)).as("seed %d", seed).isEqualTo(i);
            assertThat(table.bucket(found)).isEqualTo(1 + i / 1_000);
            assertThat(table.find((i + 1) % 7, Ids.of(i % 3), ids.get(i))).isEqualTo(CommandTable.NONE);
            assertThat(table.find(i % 7, Ids.of((i + 1) % 3), ids.get(i))).isEqualTo(CommandTable.NONE);
        }
        assertThat(table.isOfOneBucket()).isFalse();
        table.add(0, Ids.of(0), ids.getFirst(), 9_999, 6);
        assertThat(table.packedLocation(table.find(0, Ids.of(0), ids.getFirst()))).as("the latest").isEqualTo(9_999);
    }

    @Test
    void recordsAreSortedAsByAnybody() {
        for (int size : new int[]{0, 1, 2, 16, 17, 1_000, 10_000}) {
            for (int distinct : new int[]{1, 3, 100_000}) {
                var values = new long[size][];
                Arrays.setAll(values, i -> new long[]{random.nextInt(distinct), random.nextLong(), 0});
                var numbers = IntStream.range(0, size).toArray();
                var parts = new IntSort.Parts() {
                    @Override
                    public int count() {
                        return 3;
                    }

                    @Override
                    public long part(int record, int part) {
                        return values[record][part];
                    }
                };
                var plain = IntStream.range(0, size).boxed()
                        .sorted((left, right) -> IntSort.compare(left, right, parts))
                        .mapToInt(Integer::intValue).toArray();

                IntSort.sort(numbers, 0, size, parts);

                assertThat(numbers).as("seed %d", seed).isEqualTo(plain);
            }
        }
    }

    @Test
    void noSaltIsUsedTwice() {
        var seen = new HashSet<ByteBuffer>();
        for (var salts : new Salts[]{new Salts(), new Salts()}) {
            for (int i = 0; i < 2_000; i++) {
                var salt = ByteBuffer.allocate(16);
                salts.put(salt);
                assertThat(salt.hasRemaining()).isFalse();
                assertThat(seen.add(salt.flip())).isTrue();
            }
        }
        assertThat(seen).doesNotContain(ByteBuffer.allocate(16));
    }

    @Test
    void thePlacesOfAPartitionAreKeptInOrder() {
        var places = new PlaceLists(4);
        for (int i = 0; i < 1_000; i++) {
            places.add(2, 50 + i, i * 3L);
        }

        var list = places.of(2);
        assertThat(places.of(1)).isNull();
        assertThat(list).isNotNull();
        assertThat(list == null ? 0 : list.firstSequence()).isEqualTo(50);
        assertThat(list == null ? 0 : list.count()).isEqualTo(1_000);
        var locations = new long[1_000];
        Arrays.setAll(locations, i -> list == null ? 0 : list.packedLocation(50 + i));
        assertThat(locations).isEqualTo(IntStream.range(0, 1_000).mapToLong(i -> i * 3L).toArray());
        assertThat(places.bytes()).isGreaterThan(8_000);
    }
}
