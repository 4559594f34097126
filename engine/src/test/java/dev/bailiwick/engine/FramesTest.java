package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class FramesTest {
    private static final long SEGMENT = 9;

    private static ByteBuffer frame(byte[] body) {
        var out = ByteBuffer.allocate(Frames.bytes(body.length));
        out.position(Frames.HEADER_BYTES).put(body);
        int bytes = Frames.finish(out, 0, new Frames.Header((byte) 3, SEGMENT, 17, 13, 0, 1_700_000_000_000L));
        assertThat(bytes).isEqualTo(out.position());
        return out.flip();
    }

    @Property(tries = 200)
    void whatIsPutIsParsed(@ForAll @IntRange(max = 300) int bodyBytes, @ForAll long seed) {
        var body = new byte[bodyBytes];
        new SplittableRandom(seed).nextBytes(body);

        var parsed = Frames.parse(frame(body), 0, SEGMENT).orElseThrow();

        assertThat(parsed.body()).isEqualTo(ByteBuffer.wrap(body));
        assertThat(parsed).isEqualTo(new Frame(new FrameLocation(SEGMENT, 0, Frames.bytes(bodyBytes)),
                parsed.checksum(), (byte) 3, 17, 13, 0, 1_700_000_000_000L,
                ByteBuffer.wrap(body).asReadOnlyBuffer()));
        assertThat(parsed.location().bytes() % Frames.ALIGNMENT).isZero();
    }

    @Test
    void noFlippedBitIsOverlooked() {
        var bytes = frame("to be kept".getBytes(StandardCharsets.UTF_8));
        for (int bit = 0; bit < bytes.limit() * 8; bit++) {
            bytes.put(bit / 8, (byte) (bytes.get(bit / 8) ^ 1 << bit % 8));
            assertThat(Frames.parse(bytes, 0, SEGMENT)).as("bit %d", bit).isEmpty();
            bytes.put(bit / 8, (byte) (bytes.get(bit / 8) ^ 1 << bit % 8));
        }
        assertThat(Frames.parse(bytes, 0, SEGMENT)).isPresent();
    }

    @Test
    void aFrameOfAnotherSegmentOrCutShortIsNone() {
        var bytes = frame(new byte[100]);

        assertThat(Frames.parse(bytes, 0, SEGMENT + 1)).isEmpty();
        for (int limit = 0; limit < bytes.capacity(); limit++) {
            assertThat(Frames.parse(bytes.duplicate().limit(limit), 0, SEGMENT)).as("%d bytes", limit).isEmpty();
        }
    }

    @Test
    void theBytesAreAsDescribed() {
        assertThat(HexFormat.of().formatHex(frame(new byte[]{0x11, 0x22}).array())).matches("00000038" + "[0-9a-f]{8}" //
                + "01" + "03" + "0000" + "00000002" + "0000000000000009" + "0000000000000011" + "00000003"
                + "00000000" + "0000018bcfe56800" + "1122" + "000000000000");
    }
}
