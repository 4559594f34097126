package dev.bailiwick.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;

@Domain(PlacementDomain.class)
@Domain(DomainContext.Global.class)
class Unsigned128Test {

    @Property(tries = 20_000)
    void moduloOfAnyIdByAnyPartitionCountIsExact(@ForAll UUID id, @ForAll @IntRange(min = 1, max = 65_536) int count) {
        int remainder = Unsigned128.mod(id, count);

        assertThat(remainder).isEqualTo(exactModulo(id, count));
    }

    @Property(tries = 20_000)
    void moduloOfAnyIdByAnyPositiveIntIsExact(@ForAll UUID id, @ForAll @IntRange(min = 1) int divisor) {
        int remainder = Unsigned128.mod(id, divisor);

        assertThat(remainder).isEqualTo(exactModulo(id, divisor));
    }

    @Test
    void moduloOfExtremeIdsIsExactForEveryPartitionCount() {
        var extremes = List.of(new UUID(0, 0), new UUID(-1, -1), new UUID(-1, 0), new UUID(0, -1),
                new UUID(Long.MIN_VALUE, Long.MIN_VALUE), new UUID(Long.MAX_VALUE, Long.MAX_VALUE));

        for (int count = 1; count <= PartitionMap.MAX_PARTITIONS; count++) {
            for (var id : extremes) {
                if (Unsigned128.mod(id, count) != exactModulo(id, count)) {
                    throw new AssertionError(id + " mod " + count + " is " + exactModulo(id, count));
                }
            }
        }
    }

    @Test
    void moduloOfTheLargestIdByTheLargestDivisorIsExact() {
        var largest = new UUID(-1, -1);

        int remainder = Unsigned128.mod(largest, Integer.MAX_VALUE);

        assertThat(remainder).isEqualTo(exactModulo(largest, Integer.MAX_VALUE));
    }

    @Property
    void idsCompareAsUnsignedNumbers(@ForAll UUID a, @ForAll UUID b) {
        int order = Unsigned128.compare(a, b);

        assertThat(Integer.signum(order)).isEqualTo(unsigned(a).compareTo(unsigned(b)));
    }

    @Property
    void anIdEqualsItself(@ForAll UUID id) {
        var copy = new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits());

        assertThat(Unsigned128.compare(id, copy)).isZero();
    }

    private static int exactModulo(UUID id, int divisor) {
        return unsigned(id).mod(BigInteger.valueOf(divisor)).intValueExact();
    }

    private static BigInteger unsigned(UUID id) {
        return new BigInteger(id.toString().replace("-", ""), 16);
    }
}
