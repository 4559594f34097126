package dev.bailiwick.server;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/// One way to spoil what a client says over HTTP/2, chosen by a seed, and by nothing else. Some know nothing of HTTP/2, some take its frames
/// apart, some the messages in them.
final class Mutations {
    private static final int HEADER_BYTES = 9;
    private static final int MESSAGE_HEADER_BYTES = 5;
    private static final int PREFACE_BYTES = ClientSpeech.PREFACE.length;

    private final Random random;

    Mutations(long seed) {
        this.random = new Random(seed);
    }

    byte[] of(byte[] valid) {
        return switch (random.nextInt(9)) {
            case 0 -> Arrays.copyOf(valid, random.nextInt(valid.length));
            case 1 -> withFlippedBits(valid);
            case 2 -> withNoise(valid);
            case 3 -> noise(1 + random.nextInt(5_000));
            case 4 -> joined(shuffled(frames(valid)));
            case 5 -> joined(repeated(frames(valid)));
            case 6 -> joined(thinned(frames(valid)));
            case 7 -> joined(withAlteredHeaders(frames(valid)));
            default -> joined(withAlteredMessages(frames(valid)));
        };
    }

    byte[] noise(int bytes) {
        var noise = new byte[bytes];
        random.nextBytes(noise);
        return noise;
    }

    private byte[] withFlippedBits(byte[] valid) {
        var copy = valid.clone();
        for (int i = 1 + random.nextInt(16); i > 0; i--) {
            copy[random.nextInt(copy.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return copy;
    }

    private byte[] withNoise(byte[] valid) {
        var copy = valid.clone();
        int from = PREFACE_BYTES + random.nextInt(copy.length - PREFACE_BYTES);
        var noise = noise(Math.min(copy.length - from, 1 + random.nextInt(200)));
        System.arraycopy(noise, 0, copy, from, noise.length);
        return copy;
    }

    private static List<byte[]> frames(byte[] valid) {
        var frames = new ArrayList<byte[]>();
        for (int at = PREFACE_BYTES; at < valid.length;) {
            int length = ((valid[at] & 0xff) << 16) | ((valid[at + 1] & 0xff) << 8) | (valid[at + 2] & 0xff);
            int end = at + HEADER_BYTES + length;
            frames.add(Arrays.copyOfRange(valid, at, end));
            at = end;
        }
        return frames;
    }

    private static byte[] joined(List<byte[]> frames) {
        var out = new ByteArrayOutputStream();
        out.writeBytes(ClientSpeech.PREFACE);
        frames.forEach(out::writeBytes);
        return out.toByteArray();
    }

    /// The first, the settings, stays where it is, so that the rest is looked at.
    private List<byte[]> shuffled(List<byte[]> frames) {
        Collections.shuffle(frames.subList(1, frames.size()), random);
        return frames;
    }

    private List<byte[]> repeated(List<byte[]> frames) {
        var more = new ArrayList<byte[]>();
        for (var frame : frames) {
            more.addAll(Collections.nCopies(random.nextInt(4) == 0 ? 1 + random.nextInt(20) : 1, frame));
        }
        return more;
    }

    private List<byte[]> thinned(List<byte[]> frames) {
        frames.subList(1, frames.size()).removeIf(frame -> random.nextInt(5) == 0);
        return frames;
    }

    /// Lengths, types, flags and stream numbers that are not what they were.
    private List<byte[]> withAlteredHeaders(List<byte[]> frames) {
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            frames.get(random.nextInt(frames.size()))[random.nextInt(HEADER_BYTES)] = (byte) random.nextInt();
        }
        return frames;
    }

    /// Messages that are as long as they should be, and something else.
    private List<byte[]> withAlteredMessages(List<byte[]> frames) {
        for (var frame : frames) {
            int from = HEADER_BYTES + MESSAGE_HEADER_BYTES;
            if (frame[3] == ClientSpeech.DATA && frame.length > from && random.nextInt(3) == 0) {
                for (int i = 1 + random.nextInt(4); i > 0; i--) {
                    frame[from + random.nextInt(frame.length - from)] = (byte) random.nextInt();
                }
            }
        }
        return frames;
    }
}
