package dev.bailiwick.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Hash256Test {
    private static final BigInteger MODULUS = BigInteger.TWO.pow(256);
    private static final Hash256 LARGEST = new Hash256(-1, -1, -1, -1);
    private static final Hash256 ONE = new Hash256(0, 0, 0, 1);

    private static BigInteger number(Hash256 hash) {
        return new BigInteger(1, hash.toBytes());
    }

    /// Parts that carry, or nearly do, more often than chance would have it.
    @Provide
    Arbitrary<Hash256> hashes() {
        var parts = Arbitraries.oneOf(Arbitraries.longs(), Arbitraries.of(0L, 1L, -1L, -2L, Long.MIN_VALUE,
                Long.MAX_VALUE));
        return Combinators.combine(parts, parts, parts, parts).as(Hash256::new);
    }

    @Property(tries = 5_000)
    void sumsAreModulo2To256(@ForAll("hashes") Hash256 left, @ForAll("hashes") Hash256 right) {
        assertThat(number(left.plus(right))).isEqualTo(number(left).add(number(right)).mod(MODULUS));
    }

    @Property(tries = 5_000)
    void differencesAreModulo2To256(@ForAll("hashes") Hash256 left, @ForAll("hashes") Hash256 right) {
        assertThat(number(left.minus(right))).isEqualTo(number(left).subtract(number(right)).mod(MODULUS));
    }

    @Property
    void whatWasAddedCanBeTakenAwayInAnyOrder(@ForAll("hashes") Hash256 a, @ForAll("hashes") Hash256 b,
            @ForAll("hashes") Hash256 c) {
        assertThat(a.plus(b).plus(c).minus(b).minus(a)).isEqualTo(c);
    }

    @Test
    void aCarryRunsThroughAllParts() {
        assertThat(LARGEST.plus(ONE)).isEqualTo(Hash256.ZERO);
        assertThat(Hash256.ZERO.minus(ONE)).isEqualTo(LARGEST);
        assertThat(LARGEST.plus(LARGEST)).isEqualTo(new Hash256(-1, -1, -1, -2));
    }

    @Property
    void bytesAreReadBack(@ForAll("hashes") Hash256 hash) {
        assertThat(hash.toBytes()).hasSize(Hash256.BYTES);
        assertThat(Hash256.of(hash.toBytes())).isEqualTo(hash);
    }

    @Test
    void theFirstPartIsTheMostSignificant() {
        var hash = new Hash256(0x0102030405060708L, 0x090A0B0C0D0E0F10L, 0x1112131415161718L, 0xF92A3B4C5D6E7F80L);

        assertThat(hash).hasToString("0102030405060708090a0b0c0d0e0f101112131415161718f92a3b4c5d6e7f80");
        assertThat(hash.toBytes()).startsWith(1, 2, 3).endsWith(0x7F, 0x80);
    }

    @Test
    void itIsReadFromTheMiddleOfABufferWhichMovesOn() {
        var buffer = ByteBuffer.allocate(40).put(new byte[4]).put(LARGEST.toBytes()).putInt(7).flip().position(4);

        assertThat(Hash256.read(buffer)).isEqualTo(LARGEST);
        assertThat(buffer.getInt()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 31, 33})
    void anotherNumberOfBytesIsRefused(int count) {
        assertThatIllegalArgumentException().isThrownBy(() -> Hash256.of(new byte[count]))
                .withMessage("a hash has 32 bytes, not " + count);
    }

    @Property
    void aUuidIsOfVersion8AndKeepsAllOtherBits(@ForAll("hashes") Hash256 hash) {
        var id = hash.toUuid();

        assertThat(id.version()).isEqualTo(8);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(id.getMostSignificantBits() | 0xF000L).isEqualTo(hash.a() | 0xF000L);
        assertThat(id.getLeastSignificantBits() << 2).isEqualTo(hash.b() << 2);
    }

    @Test
    void theUuidOfZero() {
        assertThat(Hash256.ZERO.toUuid()).isEqualTo(UUID.fromString("00000000-0000-8000-8000-000000000000"));
    }
}
