package dev.bailiwick.server;

import java.math.BigInteger;

/// Bytes as letters and digits only, so that a double click selects all of them. The width is fixed, so that nothing can be told from it.
final class Base62 {
    private static final String DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final BigInteger BASE = BigInteger.valueOf(DIGITS.length());

    private Base62() {
    }

    /// @param bytes an unsigned number that needs no more than `width` digits
    static String encode(byte[] bytes, int width) {
        var text = new char[width];
        var rest = new BigInteger(1, bytes);
        for (int i = width - 1; i >= 0; i--) {
            var division = rest.divideAndRemainder(BASE);
            text[i] = DIGITS.charAt(division[1].intValue());
            rest = division[0];
        }
        if (rest.signum() != 0) {
            throw new IllegalArgumentException(bytes.length + " bytes do not fit into " + width + " digits");
        }
        return new String(text);
    }

    static boolean isEncoded(String text) {
        return text.chars().allMatch(c -> DIGITS.indexOf(c) >= 0);
    }
}
