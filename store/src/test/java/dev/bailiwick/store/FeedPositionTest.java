package dev.bailiwick.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FeedPositionTest {
    private static final int LARGEST_CONTENT = 1_048_576 - 2;

    private static void refused(byte[] bytes, String reason) {
        assertThatExceptionOfType(InvalidPositionException.class).isThrownBy(() -> FeedPosition.fromBytes(bytes))
                .satisfies(refusal -> assertThat(refusal.reason()).isEqualTo(reason));
    }

    @Property
    void aSavedPositionIsReadBack(@ForAll byte[] content) {
        var position = FeedPosition.saved(content);

        var read = FeedPosition.fromBytes(position.toBytes());

        assertThat(read).isEqualTo(position).hasSameHashCodeAs(position);
        assertThat(read.kind()).isEqualTo(FeedPosition.Kind.SAVED);
        assertThat(read.content()).isEqualTo(content);
    }

    /// Saved bytes outlive the code: if this fails, the format has changed and needs a new number.
    @Test
    void theBytesOfFormat1() {
        assertThat(FeedPosition.start().toBytes()).containsExactly(1, 0);
        assertThat(FeedPosition.now().toBytes()).containsExactly(1, 1);
        assertThat(FeedPosition.saved(new byte[]{7, 8}).toBytes()).containsExactly(1, 2, 7, 8);
    }

    @Test
    void startAndNowAreReadBack() {
        assertThat(FeedPosition.fromBytes(FeedPosition.start().toBytes())).isEqualTo(FeedPosition.start());
        assertThat(FeedPosition.fromBytes(FeedPosition.now().toBytes())).isEqualTo(FeedPosition.now());
        assertThat(FeedPosition.start()).isNotEqualTo(FeedPosition.now())
                .isNotEqualTo(FeedPosition.saved(new byte[0]));
    }

    @Test
    void bytesAreCopiedOnTheWayInAndOnTheWayOut() {
        var content = new byte[]{1, 2};
        var bytes = new byte[]{1, 2, 1, 2};
        var saved = FeedPosition.saved(content);
        var read = FeedPosition.fromBytes(bytes);

        content[0] = 99;
        bytes[2] = 99;
        saved.content()[1] = 99;
        saved.toBytes()[3] = 99;

        assertThat(saved.content()).containsExactly(1, 2);
        assertThat(read.content()).containsExactly(1, 2);
    }

    @Test
    void theLargestPositionIsReadBackAndOneByteMoreIsRefusedEitherWay() {
        var largest = FeedPosition.saved(new byte[LARGEST_CONTENT]);

        assertThat(FeedPosition.fromBytes(largest.toBytes())).isEqualTo(largest);
        refused(new byte[1_048_577], "a position has 2 to 1048576 bytes, not 1048577");
        assertThatIllegalArgumentException().isThrownBy(() -> FeedPosition.saved(new byte[LARGEST_CONTENT + 1]))
                .withMessage("the content of a position has at most 1048574 bytes, not 1048575");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void tooFewBytesAreRefused(int count) {
        refused(new byte[count], "a position has 2 to 1048576 bytes, not " + count);
    }

    @ParameterizedTest
    @CsvSource({"0", "2", "-1"})
    void anotherFormatIsRefused(byte format) {
        refused(new byte[]{format, 0}, "its format is " + format + " and this version reads 1");
    }

    @ParameterizedTest
    @CsvSource({"3", "-1"})
    void anotherKindIsRefused(byte kind) {
        refused(new byte[]{1, kind}, "there is no position of kind " + kind);
    }

    @ParameterizedTest
    @CsvSource({"0", "1"})
    void startAndNowHaveNoContent(byte kind) {
        refused(new byte[]{1, kind, 0}, "it has 1 bytes too many");
    }

    @Property
    void garbageIsAPositionOrIsRefusedWithTheOneException(@ForAll byte[] garbage) {
        try {
            assertThat(FeedPosition.fromBytes(garbage).toBytes()).isEqualTo(garbage);
        } catch (InvalidPositionException refused) {
            assertThat(refused.reason()).isNotEmpty();
        }
    }

    @Test
    void itsTextIsShort() {
        assertThat(FeedPosition.start()).hasToString("FeedPosition[START]");
        assertThat(FeedPosition.saved(new byte[3])).hasToString("FeedPosition[SAVED, 3 bytes]");
    }
}
