package dev.bailiwick.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ShardedUUIDGeneratorTest {
    private static final ShardIdentifier SHARD = ShardIdentifier.of(3, 5);
    private static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");

    private final AtomicLong nowMs = new AtomicLong(NOON.toEpochMilli());
    private final AtomicLong random = new AtomicLong();
    private final ShardedUUIDGenerator generator = new ShardedUUIDGenerator(
            () -> Instant.ofEpochMilli(nowMs.get()), random::get);

    @Test
    void anIdHasTheTimeOfTheClockAndTheShardAskedFor() {
        var id = generator.generate(SHARD);

        assertThat(id.instant()).contains(NOON);
        assertThat(id.resolveShardIdentifier()).contains(SHARD);
    }

    @Test
    void idsOfOneMillisecondCountUp() {
        random.set(0x1122_3344_5566_0000L);

        var ids = generate(3);

        assertThat(ids).extracting(ShardedUUID::toString).containsExactly("01a1df14-1e00-7000-80c5-112233445566",
                "01a1df14-1e00-7001-80c5-112233445566", "01a1df14-1e00-7002-80c5-112233445566");
    }

    @Test
    void moreThan4096IdsInAMillisecondAdvanceTheTimeField() {
        var ids = generate(4_097);

        assertThat(ids.subList(0, 4_096)).allSatisfy(id -> assertThat(id.instant()).contains(NOON));
        assertThat(counter(ids.get(4_095))).isEqualTo(4_095);
        assertThat(ids.get(4_096).instant()).contains(NOON.plusMillis(1));
        assertThat(counter(ids.get(4_096))).isZero();
        assertStrictlyIncreasing(ids);
    }

    @Test
    void theCounterOfAFreshMillisecondStartsAtRandomBelow1024() {
        random.set(-1);
        var first = generator.generate(SHARD);
        nowMs.incrementAndGet();
        random.set(0xFFFF_FFFF_FFFF_FC07L);
        var second = generator.generate(SHARD);

        assertThat(counter(first)).isEqualTo(1_023);
        assertThat(counter(second)).isEqualTo(7);
    }

    @Test
    void idsIncreaseThoughTheClockStepsBack() {
        var before = generator.generate(SHARD);

        nowMs.addAndGet(-3_600_000);
        var after = generate(10_000);

        assertThat(after.getFirst()).isGreaterThan(before);
        assertThat(after.getFirst().instant()).contains(NOON);
        assertStrictlyIncreasing(after);
    }

    @Test
    void theTimeFollowsTheClockAgainOnceThatHasCaughtUp() {
        generate(10_000);

        nowMs.addAndGet(1_000);
        var id = generator.generate(SHARD);

        assertThat(id.instant()).contains(NOON.plusMillis(1_000));
        assertThat(counter(id)).isZero();
    }

    @Property(tries = 300)
    void idsOfAThreadIncreaseWhateverTheClockDoes(
            @ForAll @Size(min = 1, max = 200) List<@LongRange(max = 50) Long> times,
            @ForAll @Size(value = 7) List<Long> randoms) {
        var step = new AtomicLong();
        var wandering = new ShardedUUIDGenerator(() -> Instant.ofEpochMilli(times.get((int) step.get())),
                () -> randoms.get((int) (step.get() % randoms.size())));
        var ids = new ArrayList<ShardedUUID>();

        for (int i = 0; i < times.size(); i++) {
            step.set(i);
            ids.add(wandering.generate(SHARD));

            assertThat(ids.getLast().instant().orElseThrow()).isAfterOrEqualTo(Instant.ofEpochMilli(times.get(i)));
        }

        assertStrictlyIncreasing(ids);
    }

    @Test
    void aClockBeforeTheEpochStillGivesIncreasingIds() {
        nowMs.set(-1);

        assertStrictlyIncreasing(generate(5_000));
    }

    @Test
    void theSystemGeneratorUsesTheSystemClock() {
        var id = ShardedUUIDGenerator.system().generate(SHARD);

        assertThat(id.instant().orElseThrow()).isCloseTo(InstantSource.system().instant(), within(1, ChronoUnit.HOURS));
    }

    private List<ShardedUUID> generate(int count) {
        return IntStream.range(0, count).mapToObj(i -> generator.generate(SHARD)).toList();
    }

    private static long counter(ShardedUUID id) {
        return id.value().getMostSignificantBits() & 0xFFF;
    }

    private static void assertStrictlyIncreasing(List<ShardedUUID> ids) {
        for (int i = 1; i < ids.size(); i++) {
            if (ids.get(i - 1).compareTo(ids.get(i)) >= 0) {
                throw new AssertionError("id " + i + " is " + ids.get(i) + " after " + ids.get(i - 1));
            }
        }
    }
}
