package dev.bailiwick.placement;

import java.nio.charset.StandardCharsets;

/// MurmurHash3 x86_32 with seed 0 over the UTF-8 bytes of a text: a public function that every language has, so that others
/// can compute the same partition. Allocates only the bytes of the text.
final class Murmur3 {
    private static final int C1 = 0xCC9E2D51;
    private static final int C2 = 0x1B873593;

    private Murmur3() {
    }

    static int hash(String text) {
        return hash(text.getBytes(StandardCharsets.UTF_8), 0);
    }

    static int hash(byte[] bytes, int initial) {
        int hash = initial;
        int whole = bytes.length & ~3;
        for (int i = 0; i < whole; i += 4) {
            int block = (bytes[i] & 0xFF) | (bytes[i + 1] & 0xFF) << 8 | (bytes[i + 2] & 0xFF) << 16
                    | bytes[i + 3] << 24;
            hash = Integer.rotateLeft(hash ^ scramble(block), 13) * 5 + 0xE6546B64;
        }
        int tail = 0;
        for (int i = bytes.length - 1; i >= whole; i--) {
            tail = tail << 8 | (bytes[i] & 0xFF);
        }
        return finish(hash ^ scramble(tail) ^ bytes.length);
    }

    private static int scramble(int block) {
        return Integer.rotateLeft(block * C1, 15) * C2;
    }

    private static int finish(int hash) {
        int h = hash;
        h = (h ^ (h >>> 16)) * 0x85EBCA6B;
        h = (h ^ (h >>> 13)) * 0xC2B2AE35;
        return h ^ (h >>> 16);
    }
}
