package dev.bailiwick.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.UUID;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;

@Domain(PlacementDomain.class)
@Domain(DomainContext.Global.class)
class ShardedUUIDTest {
    private static final String RANDOM_UUID = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

    @Property
    void theBitsAreTimeVersionCounterVariantGroupMemberRandom(@ForAll @LongRange(max = (1L << 60) - 1) long tick,
            @ForAll ShardIdentifier shard, @ForAll long random) {
        var id = ShardedUUID.assemble(tick, shard, random).value();

        var drawn = bits(tick >>> 12, 48) + "0111" + bits(tick, 12) + "10" + bits(shard.group(), 8)
                + bits(shard.member(), 6) + bits(random >>> 16, 48);
        assertThat(bits(id.getMostSignificantBits(), 64) + bits(id.getLeastSignificantBits(), 64)).isEqualTo(drawn);
    }

    @Test
    void oneIdWrittenOut() {
        long tick = 0x0199_2233_4455L << 12 | 0xABC;

        var id = ShardedUUID.assemble(tick, ShardIdentifier.of(1, 2), 0x1122_3344_5566_0000L);

        assertThat(id).hasToString("01992233-4455-7abc-8042-112233445566");
    }

    @Property
    void theShardIsReadBackFromTheBits(@ForAll ShardIdentifier shard) {
        var id = ShardedUUID.generate(shard);

        var copy = ShardedUUID.from(UUID.fromString(id.toString()));

        assertThat(copy.isShardAware()).isTrue();
        assertThat(copy.resolveShardIdentifier()).containsSame(shard);
    }

    @Property
    void aGeneratedIdIsAVersion7UuidOfTheRfcVariant(@ForAll ShardIdentifier shard) {
        var id = ShardedUUID.generate(shard).value();

        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
    }

    @Property
    void theTimeIsReadBackToTheMillisecond(@ForAll @LongRange(max = (1L << 48) - 1) long millis) {
        var id = ShardedUUID.assemble(millis << 12, ShardIdentifier.DEFAULT, 0);

        assertThat(id.instant()).contains(Instant.ofEpochMilli(millis));
    }

    @Property
    void anyUuidCanBeWrapped(@ForAll UUID value) {
        assertThat(ShardedUUID.from(value).value()).isEqualTo(value);
    }

    @Property
    void aUuidThatIsNotVersion7IsNotShardAware(@ForAll UUID value) {
        Assume.that(value.version() != 7 || value.variant() != 2);

        var id = ShardedUUID.from(value);

        assertThat(id.isShardAware()).isFalse();
        assertThat(id.resolveShardIdentifier()).isEmpty();
        assertThat(id.instant()).isEmpty();
    }

    @Test
    void aRandomUuidIsNotShardAware() {
        var id = ShardedUUID.from(UUID.fromString(RANDOM_UUID));

        assertThat(id.isShardAware()).isFalse();
        assertThat(id.resolveShardIdentifier()).isEmpty();
    }

    @Test
    void version7InAnotherVariantIsNotShardAware() {
        var id = ShardedUUID.from(UUID.fromString("01992233-4455-7abc-c042-112233445566"));

        assertThat(id.isShardAware()).isFalse();
        assertThat(id.resolveShardIdentifier()).isEmpty();
    }

    @Test
    void aForeignVersion7UuidCannotBeToldApart() {
        // The example of RFC 9562, appendix A.6: its random bits are read as a shard.
        var foreign = ShardedUUID.from(UUID.fromString("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"));

        assertThat(foreign.resolveShardIdentifier()).contains(ShardIdentifier.of(0x63, 0x04));
        assertThat(foreign.instant()).contains(Instant.parse("2022-02-22T19:22:22Z"));
    }

    @Test
    void idsSortByTimeFirst() {
        var earlier = ShardedUUID.assemble(1_000L << 12 | 0xFFF, ShardIdentifier.of(255, 63), -1);
        var later = ShardedUUID.assemble(1_001L << 12, ShardIdentifier.DEFAULT, 0);

        assertThat(earlier).isLessThan(later);
    }

    @Test
    void timesBeyondTheSignBitStillSortLast() {
        var early = ShardedUUID.assemble(1L << 12, ShardIdentifier.DEFAULT, 0);
        var late = ShardedUUID.assemble(1L << 59, ShardIdentifier.DEFAULT, 0);

        assertThat(early).isLessThan(late);
    }

    @Property
    void twoAreEqualIfTheirValuesAre(@ForAll UUID a, @ForAll UUID b) {
        assertThat(ShardedUUID.from(a)).isEqualTo(ShardedUUID.from(a)).hasSameHashCodeAs(ShardedUUID.from(a));
        assertThat(ShardedUUID.from(a).equals(ShardedUUID.from(b))).isEqualTo(a.equals(b));
    }

    private static String bits(long value, int count) {
        var all = "0".repeat(64) + Long.toBinaryString(value);
        return all.substring(all.length() - count);
    }
}
