package dev.bailiwick.placement.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompactBytesTest {

    @Test
    void numbersAreBigEndianAndOnlyTheirLowestBitsAreWritten() {
        var bytes = new CompactWriter().u8(0x1FF).u16(0x12345).i32(0x89ABCDEF).i64(0xFEDCBA9876543210L).toBytes();

        assertThat(HexFormat.of().formatHex(bytes)).isEqualTo("ff" + "2345" + "89abcdef" + "fedcba9876543210");
    }

    @ParameterizedTest
    @CsvSource({"0, 00", "1, 01", "127, 7f", "128, 8001", "300, ac02", "16383, ff7f", "16384, 808001",
            "9223372036854775807, ffffffffffffffff7f"})
    void aVarintHasSevenBitsAByteLeastSignificantFirst(long value, String hex) {
        assertThat(HexFormat.of().formatHex(new CompactWriter().varint(value).toBytes())).isEqualTo(hex);
        assertThat(CompactReader.of(HexFormat.of().parseHex(hex)).varint()).isEqualTo(value);
    }

    @Test
    void aVarintIsNeverNegative() {
        assertThatIllegalArgumentException().isThrownBy(() -> new CompactWriter().varint(-1))
                .withMessage("a varint is 0 or more, not -1");
    }

    @Property
    void whatIsWrittenIsReadBack(@ForAll byte small, @ForAll short medium, @ForAll int large, @ForAll long largest,
            @ForAll @LongRange(min = 0) long varint, @ForAll byte[] some) {
        var sealed = new CompactWriter().u8(small).u16(medium).i32(large).i64(largest).varint(varint).bytes(some)
                .toSealedBytes();

        var in = CompactReader.of(sealed).checkSeal();

        assertThat(in.u8()).isEqualTo(small & 0xFF);
        assertThat(in.u16()).isEqualTo(medium & 0xFFFF);
        assertThat(in.i32()).isEqualTo(large);
        assertThat(in.i64()).isEqualTo(largest);
        assertThat(in.varint()).isEqualTo(varint);
        assertThat(in.remaining()).isEqualTo(some.length);
        assertThat(in.bytes(some.length)).isEqualTo(some);
        in.checkEnd();
    }

    /// The published check value of CRC-32C.
    @Test
    void theSealIsTheCrc32cOfEverythingBeforeIt() {
        var sealed = new CompactWriter().bytes("123456789".getBytes(StandardCharsets.US_ASCII))
                .toSealedBytes();

        assertThat(HexFormat.of().formatHex(sealed, 9, 13)).isEqualTo("e3069283");
    }

    @Test
    void theSealCanBeCheckedInTheMiddleOfReading() {
        var in = CompactReader.of(new CompactWriter().i32(1).i32(2).toSealedBytes());

        in.i32();
        in.checkSeal();

        assertThat(in.i32()).isEqualTo(2);
        in.checkEnd();
    }

    @Test
    void everySingleFlippedBitBreaksTheSeal() {
        var sealed = new CompactWriter().varint(1_000_000).bytes(new byte[20]).toSealedBytes();

        for (int bit = 0; bit < sealed.length * 8; bit++) {
            var damaged = sealed.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);

            malformed("its checksum does not match", () -> CompactReader.of(damaged).checkSeal());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void whatIsShorterThanASealHasNone(int length) {
        malformed("it ends too early", () -> CompactReader.of(new byte[length]).checkSeal());
    }

    @Test
    void nothingIsReadBeyondTheEnd() {
        var seven = new byte[7];
        Arrays.fill(seven, (byte) 0x80);

        malformed("it ends too early", () -> CompactReader.of(new byte[0]).u8());
        malformed("it ends too early", () -> CompactReader.of(new byte[1]).u16());
        malformed("it ends too early", () -> CompactReader.of(new byte[3]).i32());
        malformed("it ends too early", () -> CompactReader.of(seven).i64());
        malformed("it ends too early", () -> CompactReader.of(seven).varint());
        malformed("it ends too early", () -> CompactReader.of(seven).bytes(8));
        malformed("it ends too early", () -> CompactReader.of(seven).bytes(Integer.MAX_VALUE));
    }

    @Test
    void theSealIsNotReadAsContent() {
        var in = CompactReader.of(new CompactWriter().u8(1).toSealedBytes()).checkSeal();

        in.u8();

        malformed("it ends too early", in::u8);
    }

    @Test
    void aNumberOfMoreThan63BitsIsRefused() {
        var ten = HexFormat.of().parseHex("ffffffffffffffffff01");

        malformed("it has a number that is too long", () -> CompactReader.of(ten).varint());
    }

    @Test
    void leftoversAreRefused() {
        malformed("it has 3 bytes too many", () -> CompactReader.of(new byte[3]).checkEnd());
    }

    private static void malformed(String message, ThrowingCallable reading) {
        assertThatExceptionOfType(MalformedBytesException.class).isThrownBy(reading).withMessage(message);
    }
}
