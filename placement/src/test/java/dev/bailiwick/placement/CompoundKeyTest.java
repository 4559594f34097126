package dev.bailiwick.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CompoundKeyTest {
    private static final CompoundKey KEY = CompoundKey.of("issuer", "instrument", "window");

    @Test
    void partsAreJoinedByColons() {
        assertThat(KEY).hasToString("issuer:instrument:window");
    }

    @Test
    void thePartitionIsTheHashTakenUnsigned() {
        // The hash is 0xc47d3dfb, which is negative as an int.
        assertThat(KEY.partition(4_096)).isEqualTo(3_579);
        assertThat(KEY.partition(4_100)).isEqualTo(2_803);
        assertThat(KEY.partition(1)).isZero();
    }

    @Property
    void thePartitionIsAlwaysInRange(@ForAll String text, @ForAll @IntRange(min = 1, max = 65_536) int count) {
        int partition = CompoundKey.of(text, "tail").partition(count);

        long unsigned = Integer.toUnsignedLong(Murmur3.hash(text + ":tail"));
        assertThat(partition).isEqualTo((int) (unsigned % count)).isBetween(0, count - 1);
    }

    @Test
    void keysSpreadEvenly() {
        var keysPerPartition = new int[16];

        for (int i = 0; i < 16_000; i++) {
            keysPerPartition[CompoundKey.of("issuer-" + i % 40, "instrument-" + i, "2026-W46").partition(16)]++;
        }

        assertThat(IntStream.of(keysPerPartition).boxed()).allSatisfy(keys -> assertThat(keys).isBetween(850, 1_150));
    }

    @Test
    void aKeyWithoutPartsIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(CompoundKey::of)
                .withMessage("a compound key has at least one part");
    }

    @Test
    void aPartitionCountOutOfBoundsIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> KEY.partition(0))
                .withMessage("a store has 1 to 65536 partitions, not 0");
    }

    @Test
    void aKeyDoesNotChangeWithTheListItWasMadeFrom() {
        var parts = new ArrayList<>(List.of("a", "b"));
        var key = new CompoundKey(parts);

        parts.set(0, "z");

        assertThat(key).isEqualTo(CompoundKey.of("a", "b"));
    }
}
