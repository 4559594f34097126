package dev.bailiwick.store.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bailiwick.placement.spi.CompactWriter;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.InvalidPositionException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionSequencesTest {
    private static final UUID STORE = UUID.fromString("01020304-0506-0708-090a-0b0c0d0e0f10");
    private static final long[] SOME = {0, 0, 0, 300, 1, 0, Long.MAX_VALUE, 0, 0};

    private static FeedPosition position(long... sequences) {
        return PartitionSequences.of(STORE, sequences).toPosition();
    }

    private static PartitionSequences read(byte[] content, int partitionCount) {
        return PartitionSequences.read(FeedPosition.saved(content), STORE, partitionCount);
    }

    private static InvalidPositionException refused(byte[] content) {
        var refusal = new InvalidPositionException[1];
        assertThatExceptionOfType(InvalidPositionException.class).isThrownBy(() -> read(content, SOME.length))
                .satisfies(e -> refusal[0] = e);
        return refusal[0];
    }

    /// Content with a checksum that matches, whatever it says.
    private static byte[] sealed(byte[] sequences) {
        return new CompactWriter().i64(STORE.getMostSignificantBits()).i64(STORE.getLeastSignificantBits())
                .bytes(sequences).toSealedBytes();
    }

    @Provide
    Arbitrary<long[]> sequences() {
        var values = Arbitraries.oneOf(Arbitraries.just(0L), Arbitraries.longs().between(1, 300),
                Arbitraries.longs().greaterOrEqual(0), Arbitraries.just(Long.MAX_VALUE));
        var few = values.array(long[].class).ofMinSize(1).ofMaxSize(40);
        return Arbitraries.oneOf(few,
                Arbitraries.integers().between(1, 5_000).map(long[]::new));
    }

    @Property
    void whatIsWrittenIsReadBack(@ForAll("sequences") long[] sequences) {
        var written = PartitionSequences.of(STORE, sequences);
        var saved = FeedPosition.fromBytes(written.toPosition().toBytes());

        var read = PartitionSequences.read(saved, STORE, sequences.length);

        assertThat(read).isEqualTo(written).hasSameHashCodeAs(written);
        assertThat(read.toArray()).isEqualTo(sequences);
        assertThat(read.partitionCount()).isEqualTo(sequences.length);
        assertThat(read.sequence(sequences.length - 1)).isEqualTo(sequences[sequences.length - 1]);
    }

    /// Saved bytes outlive the code.
    @Test
    void theBytesOfAPosition() {
        var hex = HexFormat.of().formatHex(position(SOME).content());

        assertThat(hex).startsWith("0102030405060708090a0b0c0d0e0f10" + "09" + "0003" + "ac02" + "01" + "0001"
                + "ffffffffffffffff7f" + "0002").hasSize((16 + 1 + 2 + 2 + 1 + 2 + 9 + 2 + 4) * 2);
    }

    @Test
    void partitionsWithoutCommitsCostNextToNothing() {
        assertThat(position(new long[4_096]).toBytes()).hasSizeLessThan(40);

        var one = new long[4_096];
        one[2_000] = 1_000_000;
        assertThat(position(one).toBytes()).hasSizeLessThan(40);
    }

    @Test
    void theLargestPositionThereCanBeFits() {
        var sequences = new long[65_536];
        Arrays.fill(sequences, Long.MAX_VALUE);

        var bytes = position(sequences).toBytes();

        assertThat(PartitionSequences.read(FeedPosition.fromBytes(bytes), STORE, 65_536).toArray())
                .isEqualTo(sequences);
    }

    @Test
    void sequencesAreCopiedOnTheWayInAndOnTheWayOut() {
        var sequences = SOME.clone();
        var position = PartitionSequences.of(STORE, sequences);

        sequences[0] = 99;
        position.toArray()[0] = 99;

        assertThat(position.sequence(0)).isZero();
    }

    @Test
    void aNegativeSequenceIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> PartitionSequences.of(STORE, new long[]{1, -1}))
                .withMessage("a sequence is 0 or more, not -1");
    }

    @Test
    void positionsDifferByStoreAndBySequences() {
        var position = PartitionSequences.of(STORE, SOME);

        assertThat(position).isNotEqualTo(PartitionSequences.of(new UUID(0, 0), SOME))
                .isNotEqualTo(PartitionSequences.of(STORE, new long[]{1}));
    }

    @Test
    void aPositionOfAnotherStoreIsRefusedAndBothAreNamed() {
        var other = new UUID(0, 9);

        assertThatExceptionOfType(InvalidPositionException.class)
                .isThrownBy(() -> PartitionSequences.read(position(SOME), other, SOME.length))
                .satisfies(refusal -> assertThat(refusal.reason()).contains(STORE.toString(), other.toString()));
    }

    @ParameterizedTest
    @CsvSource({"0", "8", "10", "65536"})
    void anotherPartitionCountIsRefused(int count) {
        assertThatExceptionOfType(InvalidPositionException.class)
                .isThrownBy(() -> PartitionSequences.read(position(SOME), STORE, count))
                .satisfies(refusal -> assertThat(refusal.reason())
                        .endsWith("it speaks of 9 partitions and there are " + count));
    }

    @Test
    void everySingleFlippedBitIsRefused() {
        var content = position(SOME).content();

        for (int bit = 0; bit < content.length * 8; bit++) {
            var damaged = content.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);

            assertThat(refused(damaged).reason()).as("bit %d", bit)
                    .isEqualTo("it is damaged: its checksum does not match");
        }
    }

    @Test
    void everyTruncationIsRefused() {
        var content = position(SOME).content();

        for (int length = 0; length < content.length; length++) {
            assertThat(refused(Arrays.copyOf(content, length)).reason()).as("length %d", length)
                    .startsWith("it is damaged: ");
        }
    }

    @Test
    void aPositionWithoutContentIsRefused() {
        assertThatExceptionOfType(InvalidPositionException.class)
                .isThrownBy(() -> PartitionSequences.read(FeedPosition.start(), STORE, 1));
    }

    @ParameterizedTest
    @CsvSource({"no count, ''", "nothing behind the count, 09", "too few partitions, 09 0008",
            "too many partitions, 09 000a", "a run that overflows, 09 01 00 ffffffffffffffff7f",
            "an empty run, 09 0000 0008", "a zero without a run, 09 0008 00", "one partition too many, 09 0009 01",
            "a number that is too long, 09 80808080808080808001", "another count, 0a 000a",
            "a count that no int can hold, 898080808001 0009"})
    void contentThatMakesNoSenseIsRefusedThoughItsChecksumMatches(String what, String hex) {
        var content = sealed(HexFormat.of().parseHex(hex.replace(" ", "")));

        assertThat(refused(content).reason()).as(what).startsWith("it is damaged: ");
    }

    @Property(tries = 5_000)
    void garbageIsAlwaysRefusedWithTheOneException(@ForAll byte[] garbage) {
        refused(garbage);
    }

    @Property(tries = 5_000)
    void garbageWithAChecksumIsRefusedOrReadBack(@ForAll byte[] garbage) {
        int count = garbage.length == 0 ? 1 : garbage[0] & 0x7F;
        PartitionSequences sequences;
        try {
            sequences = read(sealed(garbage), count);
        } catch (InvalidPositionException refused) {
            return;
        }
        assertThat(PartitionSequences.read(sequences.toPosition(), STORE, count)).isEqualTo(sequences);
    }
}
