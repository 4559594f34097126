package dev.bailiwick.placement;

import java.util.UUID;

/// Arithmetic on a UUID taken as one unsigned 128-bit number, most significant half first. Allocates nothing.
final class Unsigned128 {
    private Unsigned128() {
    }

    /// `id mod divisor`, exact for every id and every divisor from 1 to `Integer.MAX_VALUE`.
    ///
    /// With `id = high * 2^64 + low`, the result is `((high mod d) * (2^64 mod d) + low mod d) mod d`. Each factor is
    /// below 2^31, so the product and the sum stay below 2^63.
    static int mod(UUID id, int divisor) {
        long low = id.getLeastSignificantBits();
        if ((divisor & (divisor - 1)) == 0) {
            return (int) (low & (divisor - 1));
        }
        long high = Long.remainderUnsigned(id.getMostSignificantBits(), divisor);
        long twoTo64 = (Long.remainderUnsigned(-1L, divisor) + 1) % divisor;
        return (int) ((high * twoTo64 + Long.remainderUnsigned(low, divisor)) % divisor);
    }

    static int compare(UUID a, UUID b) {
        int high = Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits());
        return high != 0 ? high : Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits());
    }
}
