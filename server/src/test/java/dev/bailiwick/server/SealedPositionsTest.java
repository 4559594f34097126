package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bailiwick.placement.PartitionMap;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.InvalidPositionException;
import dev.bailiwick.store.Limits;
import dev.bailiwick.store.spi.PartitionSequences;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SealedPositionsTest {
    private static final UUID STORE = new UUID(1, 1);
    private static final UUID ORG = new UUID(0, 7);
    private static final UUID OTHER = new UUID(0, 8);
    private static final int PARTITIONS = 64;

    private final SecureRandom random = new SecureRandom();
    private final SealedPositions positions = new SealedPositions(newKey(), PARTITIONS, random);

    @TempDir
    Path directory;

    private byte[] newKey() {
        var key = new byte[PositionKey.BYTES];
        random.nextBytes(key);
        return key;
    }

    private static FeedPosition position(int partitions, long sequence) {
        var sequences = new long[partitions];
        Arrays.fill(sequences, sequence);
        return PartitionSequences.of(STORE, sequences).toPosition();
    }

    @Test
    void aSealedPositionOpensToWhatItWas() {
        var position = position(PARTITIONS, 1_000);

        var sealed = FeedPosition.fromBytes(positions.seal(ORG, position).toBytes());

        assertThat(positions.open(ORG, sealed)).isEqualTo(position);
    }

    @Test
    void startAndNowNeedNoSeal() {
        assertThat(positions.seal(ORG, FeedPosition.now())).isEqualTo(FeedPosition.now());
        assertThat(positions.open(ORG, FeedPosition.start())).isEqualTo(FeedPosition.start());
    }

    @Test
    void thePositionOfAnotherOrgOrServerIsRefused() {
        var sealed = positions.seal(ORG, position(PARTITIONS, 1));
        var otherServer = new SealedPositions(newKey(), PARTITIONS, random);

        assertThatExceptionOfType(InvalidPositionException.class).isThrownBy(() -> positions.open(OTHER, sealed));
        assertThatExceptionOfType(InvalidPositionException.class).isThrownBy(() -> otherServer.open(ORG, sealed));
    }

    @Test
    void aPositionThatWasNeverSealedIsRefused() {
        assertThatExceptionOfType(InvalidPositionException.class)
                .isThrownBy(() -> positions.open(ORG, position(PARTITIONS, 1)));
        assertThatExceptionOfType(InvalidPositionException.class)
                .isThrownBy(() -> positions.open(ORG, FeedPosition.saved(new byte[0])));
    }

    @Test
    void everyChangedByteIsNoticedWithTheSameWords() {
        var content = positions.seal(ORG, position(PARTITIONS, 1)).content();
        var words = new HashSet<String>();
        for (int i = 0; i < content.length; i++) {
            var changed = content.clone();
            changed[i] ^= 1;
            assertThatExceptionOfType(InvalidPositionException.class)
                    .isThrownBy(() -> positions.open(ORG, FeedPosition.saved(changed)))
                    .satisfies(refusal -> words.add(refusal.reason()));
        }
        assertThat(words).hasSize(1);
    }

    @Test
    void itsLengthTellsNothingButThePartitionCount() {
        var lengths = new HashSet<Integer>();
        for (long sequence : new long[]{0, 1, 127, 128, 1_000_000, (1L << 28) - 1}) {
            lengths.add(positions.seal(ORG, position(PARTITIONS, sequence)).toBytes().length);
        }

        assertThat(lengths).hasSize(1);
    }

    @Test
    void theSamePositionNeverLooksTheSameTwice() {
        var position = position(PARTITIONS, 1);

        assertThat(positions.seal(ORG, position)).isNotEqualTo(positions.seal(ORG, position));
    }

    @Test
    void theLargestPositionOfTheLargestStoreFits() {
        var largest = position(PartitionMap.MAX_PARTITIONS, Long.MAX_VALUE);
        var many = new SealedPositions(newKey(), PartitionMap.MAX_PARTITIONS, random);

        var sealed = many.seal(ORG, largest);

        assertThat(sealed.toBytes().length).isLessThan(Limits.MAX_POSITION_BYTES);
        assertThat(many.open(ORG, sealed)).isEqualTo(largest);
    }

    @Test
    void theKeyIsMadeOnceAndForItsOwnerOnly() throws IOException {
        var file = directory.resolve("position-key");

        var key = PositionKey.readOrCreate(file, random);

        assertThat(PositionKey.readOrCreate(file, random)).isEqualTo(key).hasSize(32);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
    }

    @Test
    void aDamagedKeyIsRefusedAndKept() throws IOException {
        var file = directory.resolve("position-key");
        PositionKey.readOrCreate(file, random);
        Files.writeString(file, "bailiwick-position-key 1\n0123\n");

        assertThatExceptionOfType(UnusableFileException.class)
                .isThrownBy(() -> PositionKey.readOrCreate(file, random));
        assertThat(Files.readString(file)).contains("0123");
    }
}
