package dev.bailiwick.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Domain(PlacementDomain.class)
@Domain(DomainContext.Global.class)
class PartitionMapFormatTest {
    private static final PartitionMap MOVED = PartitionMap.initial(2, 4, 300)
            .withMoved(List.of(1, 5, 299), ShardIdentifier.of(2, 63)).withMoved(List.of(5), ShardIdentifier.of(2, 1))
            .withMovedAcrossGroups(List.of(0), ShardIdentifier.of(255, 63));

    @Property
    void whatIsWrittenIsReadBack(@ForAll PartitionMap map) {
        var read = PartitionMap.fromBytes(map.toBytes());

        assertThat(read).isEqualTo(map);
        assertThat(read.toBytes()).isEqualTo(map.toBytes());
    }

    @Test
    void aMapReadBackCanBeMovedOn() {
        var read = PartitionMap.fromBytes(MOVED.toBytes());

        var next = read.withMoved(List.of(7), ShardIdentifier.of(2, 0));

        assertThat(next).isEqualTo(MOVED.withMoved(List.of(7), ShardIdentifier.of(2, 0)));
        assertThat(PartitionMap.fromBytes(next.toBytes())).isEqualTo(next);
    }

    @Test
    void theLargestMapWithEveryPartitionMovedIsReadBack() {
        var all = IntStream.range(0, 65_536).boxed().toList();
        var map = PartitionMap.initial(255, 63, 63 * 1_040).withMoved(all.subList(0, 63 * 1_040),
                ShardIdentifier.of(255, 63));

        assertThat(PartitionMap.fromBytes(map.toBytes())).isEqualTo(map);
    }

    @Test
    void aMapThatWasNeverMovedTakesAFewBytes() {
        assertThat(PartitionMap.initial(0, 4).toBytes()).hasSizeLessThan(64);
        assertThat(PartitionMap.initial(255, 64, 65_536).toBytes()).hasSizeLessThan(64);
    }

    @Test
    void aMovedPartitionTakesAFewBytes() {
        var half = IntStream.range(0, 2_048).boxed().toList();
        var map = PartitionMap.initial(0, 4).withMoved(half, ShardIdentifier.of(0, 9));

        assertThat(map.toBytes()).hasSizeLessThan(2_048 * 4 + 64);
    }

    /// Bytes on disk outlive the code: if this fails, the format has changed and needs a new version.
    @Test
    void theBytesOfFormat1() {
        var map = PartitionMap.initial(1, 2, 300).withMoved(List.of(0, 200), ShardIdentifier.of(1, 5));

        var body = "02" + "01" + "02" + "ac02" + "02" + "00" + "0045" + "02" + "c801" + "0045" + "02";
        assertThat(map.toBytes()).isEqualTo(envelope(1, HexFormat.of().parseHex(body)));
    }

    @Test
    void everySingleFlippedBitIsRefused() {
        var bytes = MOVED.toBytes();

        for (int bit = 0; bit < bytes.length * 8; bit++) {
            var damaged = bytes.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);

            assertThatExceptionOfType(UnreadablePartitionMapException.class).as("bit %d", bit)
                    .isThrownBy(() -> PartitionMap.fromBytes(damaged));
        }
    }

    @Test
    void everyTruncationIsRefused() {
        var bytes = MOVED.toBytes();

        for (int length = 0; length < bytes.length; length++) {
            var truncated = Arrays.copyOf(bytes, length);

            assertThatExceptionOfType(UnreadablePartitionMapException.class).as("length %d", length)
                    .isThrownBy(() -> PartitionMap.fromBytes(truncated));
        }
    }

    @Test
    void bytesAfterTheEndAreRefused() {
        var longer = Arrays.copyOf(MOVED.toBytes(), MOVED.toBytes().length + 1);

        assertThatExceptionOfType(UnreadablePartitionMapException.class)
                .isThrownBy(() -> PartitionMap.fromBytes(longer)).withMessageContaining("length field");
    }

    @Test
    void aChecksumThatDoesNotMatchIsSaid() {
        var bytes = MOVED.toBytes();
        bytes[12] ^= 1;

        assertThatExceptionOfType(UnreadablePartitionMapException.class).isThrownBy(() -> PartitionMap.fromBytes(bytes))
                .withMessage("the partition map is damaged: its checksum does not match");
    }

    @Test
    void somethingElseIsToldFromADamagedMap() {
        var text = "#!/bin/sh\necho hello\n".getBytes(StandardCharsets.US_ASCII);

        assertThatExceptionOfType(UnreadablePartitionMapException.class).isThrownBy(() -> PartitionMap.fromBytes(text))
                .withMessage("this is not a partition map: it does not begin with BWPM");
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "7, 7", "-1, 65535"})
    void aNewerFormatIsToldFromADamagedMap(int version, String shown) {
        var newer = envelope(version, new byte[]{1, 2, 3});

        assertThatExceptionOfType(UnreadablePartitionMapException.class).isThrownBy(() -> PartitionMap.fromBytes(newer))
                .withMessage("the partition map has format " + shown
                        + " and this version reads up to 1: open it with a newer version");
    }

    @Test
    void aDamagedMapOfANewerFormatIsDamaged() {
        var newer = envelope(2, new byte[]{1, 2, 3});
        newer[11] ^= 1;

        assertThatExceptionOfType(UnreadablePartitionMapException.class).isThrownBy(() -> PartitionMap.fromBytes(newer))
                .withMessageStartingWith("the partition map is damaged");
    }

    @Test
    void thereIsNoFormat0() {
        var zero = envelope(0, bodyOf(MOVED));

        assertThatExceptionOfType(UnreadablePartitionMapException.class).isThrownBy(() -> PartitionMap.fromBytes(zero))
                .withMessage("the partition map is damaged: there is no format 0");
    }

    @ParameterizedTest
    @CsvSource({"an empty body, ''", "an epoch without an end, 808080808080808080808001",
            "epoch 0, 00 01 02 08 00", "no shards, 01 01 00 08 00", "65 shards, 01 01 41 8204 00",
            "no partitions, 01 01 02 00 00", "65538 partitions, 01 01 02 828004 00",
            "more partitions than an int can say, 01 01 02 8080808010 00",
            "more partitions than a long can say, 01 01 02 ffffffffffffffffff7f 00",
            "partitions no multiple of shards, 01 01 02 09 00", "a missing change, 02 01 02 08 01",
            "half a change, 02 01 02 08 01 00 00", "a byte too many, 01 01 02 08 00 00",
            "a change of partition 8 of 8, 02 01 02 08 01 08 0045 02",
            "a partition twice, 02 01 02 08 02 03 0045 02 00 0046 02",
            "a distance that overflows, 02 01 02 08 02 03 0045 02 ffffffffffffffff7f 0045 02",
            "an owner in group 256, 02 01 02 08 01 03 4000 02", "a change in epoch 0, 02 01 02 08 01 03 0045 00",
            "a change in the first epoch, 02 01 02 08 01 03 0045 01",
            "a change in an epoch to come, 02 01 02 08 01 03 0045 03",
            "a later epoch in which nothing changed, 02 01 02 08 00",
            "more changes than partitions, 02 01 02 08 ffffffffffffffff7f 03 0045 02"})
    void contentThatMakesNoSenseIsRefusedThoughItsChecksumMatches(String what, String body) {
        var bytes = envelope(1, HexFormat.of().parseHex(body.replace(" ", "")));

        assertThatExceptionOfType(UnreadablePartitionMapException.class).as(what)
                .isThrownBy(() -> PartitionMap.fromBytes(bytes))
                .withMessageStartingWith(
                        "the partition map is damaged: its checksum matches but its content does not: ")
                .withMessageNotContaining("null");
    }

    @Property(tries = 20_000)
    void garbageIsAlwaysRefusedWithTheOneException(@ForAll byte[] garbage) {
        assertThatExceptionOfType(UnreadablePartitionMapException.class)
                .isThrownBy(() -> PartitionMap.fromBytes(garbage));
    }

    @Property(tries = 20_000)
    void garbageWithAValidChecksumIsRefusedOrASoundMap(@ForAll byte[] garbage) {
        readOrRefuse(envelope(1, garbage));
    }

    @Property(tries = 20_000)
    void aSoundMapWithOneByteChangedAndAValidChecksumIsRefusedOrASoundMap(@ForAll PartitionMap map,
            @ForAll int position, @ForAll byte value) {
        var body = bodyOf(map);
        body[Math.floorMod(position, body.length)] = value;

        readOrRefuse(envelope(1, body));
    }

    private static void readOrRefuse(byte[] bytes) {
        PartitionMap map;
        try {
            map = PartitionMap.fromBytes(bytes);
        } catch (UnreadablePartitionMapException refused) {
            return;
        }
        assertThat(PartitionMap.fromBytes(map.toBytes())).isEqualTo(map);
    }

    private static byte[] bodyOf(PartitionMap map) {
        var bytes = map.toBytes();
        return Arrays.copyOfRange(bytes, 10, bytes.length - 4);
    }

    private static byte[] envelope(int version, byte[] body) {
        var out = ByteBuffer.allocate(10 + body.length + 4);
        out.putInt(0x4257504D).putShort((short) version).putInt(body.length).put(body);
        var crc = new CRC32C();
        crc.update(out.array(), 0, 10 + body.length);
        return out.putInt((int) crc.getValue()).array();
    }
}
