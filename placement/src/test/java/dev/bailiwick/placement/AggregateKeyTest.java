package dev.bailiwick.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Domain(PlacementDomain.class)
class AggregateKeyTest {
    private static final Comparator<AggregateKey> BY_UNSIGNED_PARTS = Comparator
            .comparing((AggregateKey key) -> unsigned(key.orgId()))
            .thenComparing(key -> unsigned(key.aggregateTypeId())).thenComparing(key -> unsigned(key.aggregateId()));

    @Property
    void aKeyOfUuidsKeepsThem(@ForAll UUID org, @ForAll UUID type, @ForAll UUID id) {
        var key = AggregateKey.of(org, type, id);

        assertThat(key.orgId()).isEqualTo(org);
        assertThat(key.aggregateTypeId()).isEqualTo(type);
        assertThat(key.aggregateId()).isEqualTo(id);
    }

    @Test
    void numbersBecomeSmallIds() {
        var key = AggregateKey.of(1, 2, 1_000);

        assertThat(key).isEqualTo(AggregateKey.of(new UUID(0, 1), new UUID(0, 2), new UUID(0, 1_000)));
    }

    @Test
    void namesBecomeStableIds() {
        var key = AggregateKey.of("Acme", "Orders", "order-4821");

        assertThat(key).hasToString("346213c9-be9d-5309-8ade-60e13478fcca/ba1c1907-740a-55c4-9913-021959bb3eb2"
                + "/d4c98d7a-3248-5f74-94a6-022b2231d7ca");
    }

    @Test
    void aNameOfDigitsIsANameAndNotANumber() {
        var named = AggregateKey.of("1", "2", "1000");

        assertThat(named).isNotEqualTo(AggregateKey.of(1, 2, 1_000));
    }

    @Test
    void negativeNumbersAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> AggregateKey.of(0, 0, -5))
                .withMessage("an id number is 0 or more, not -5");
    }

    @Property
    void whatAKeyIsWrittenAsIsReadAsThatKey(@ForAll UUID org, @ForAll UUID type, @ForAll UUID id) {
        var key = AggregateKey.of(org, type, id);

        assertThat(AggregateKey.parse(key.toString())).isEqualTo(key);
    }

    @Test
    void partsOfAWrittenKeyMayBeNumbersNamesAndUuids() {
        var key = AggregateKey.parse("7/Orders/00000000-0000-0000-0000-0000000003e8");

        assertThat(key).isEqualTo(AggregateKey.of(Ids.of(7), Ids.named("Orders"), Ids.of(1_000)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a/b", "a/b/c/d", "1000"})
    void aKeyThatDoesNotHaveThreePartsIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> AggregateKey.parse(text))
                .withMessage("an aggregate key is written org/type/id, not '" + text + "'");
    }

    @Test
    void aKeyWithAnEmptyPartIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> AggregateKey.parse("a//c"))
                .withMessageStartingWith("a name is 1 to 1024");
    }

    @Property
    void keysSortByTheirPartsAsUnsignedNumbers(@ForAll UUID a, @ForAll UUID b, @ForAll UUID c, @ForAll UUID d) {
        var keys = new AggregateKey[]{AggregateKey.of(a, b, c), AggregateKey.of(a, b, d), AggregateKey.of(a, d, c),
                AggregateKey.of(d, b, c)};

        for (var one : keys) {
            for (var other : keys) {
                assertThat(Integer.signum(one.compareTo(other))).isEqualTo(BY_UNSIGNED_PARTS.compare(one, other));
            }
        }
    }

    private static BigInteger unsigned(UUID id) {
        return new BigInteger(id.toString().replace("-", ""), 16);
    }
}
