package dev.bailiwick.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The vectors are published ones of MurmurHash3 x86_32.
class Murmur3Test {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"'' | 00000000", "hello | 248bfa47", "hello, world | 149bbb7f",
            "The quick brown fox jumps over the lazy dog | 2e4ff723"})
    void aTextHashesToItsPublishedValueWithSeed0(String text, String expected) {
        assertThat(HexFormat.of().toHexDigits(Murmur3.hash(text))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"'', 00000001, 514e28b7", "'', ffffffff, 81f16f39", "ffffffff, 00000000, 76293b50",
            "21436587, 00000000, f55b516b", "21436587, 5082edee, 2362f9de", "214365, 00000000, 7e4a8634",
            "2143, 00000000, a0f7b07a", "21, 00000000, 72661cf4", "00000000, 00000000, 2362f9de",
            "000000, 00000000, 85f0b427", "0000, 00000000, 30f4c306", "00, 00000000, 514e28b7"})
    void bytesHashToTheirPublishedValue(String bytes, String initial, String expected) {
        int hash = Murmur3.hash(HexFormat.of().parseHex(bytes), HexFormat.fromHexDigits(initial));

        assertThat(HexFormat.of().toHexDigits(hash)).isEqualTo(expected);
    }

    @Test
    void aTextIsHashedAsUtf8() {
        var text = "měna:česká";

        int hash = Murmur3.hash(text);

        assertThat(hash).isEqualTo(Murmur3.hash(text.getBytes(StandardCharsets.UTF_8), 0)).isEqualTo(0x20fea31a);
    }
}
