package dev.bailiwick.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32;

/// The text that a caller shows: `bwk_<key id>_<secret><checksum>`. The beginning and the checksum let scanners of sources and logs
/// recognise a key that got where it should not be, without asking the server.
///
/// @param keyId 10 digits of base 62
/// @param text all of it
record KeySecret(String keyId, String text) {
    private static final String PREFIX = "bwk_";
    private static final int ID_BYTES = 7;
    private static final int ID_DIGITS = 10;
    private static final int SECRET_BYTES = 32;
    private static final int SECRET_DIGITS = 43;
    private static final int CHECKSUM_DIGITS = 6;
    private static final int LENGTH = PREFIX.length() + ID_DIGITS + 1 + SECRET_DIGITS + CHECKSUM_DIGITS;

    static KeySecret generate(RandomGenerator random) {
        var id = new byte[ID_BYTES];
        var secret = new byte[SECRET_BYTES];
        random.nextBytes(id);
        random.nextBytes(secret);
        var keyId = Base62.encode(id, ID_DIGITS);
        var body = PREFIX + keyId + "_" + Base62.encode(secret, SECRET_DIGITS);
        return new KeySecret(keyId, body + checksum(body));
    }

    /// Empty unless the form and the checksum are right.
    static Optional<KeySecret> parse(String text) {
        if (text.length() != LENGTH || !text.startsWith(PREFIX)
                || text.charAt(PREFIX.length() + ID_DIGITS) != '_') {
            return Optional.empty();
        }
        var body = text.substring(0, LENGTH - CHECKSUM_DIGITS);
        return Base62.isEncoded(text.substring(LENGTH - SECRET_DIGITS - CHECKSUM_DIGITS))
                && checksum(body).equals(text.substring(LENGTH - CHECKSUM_DIGITS))
                        ? Optional.of(new KeySecret(text.substring(PREFIX.length(), PREFIX.length() + ID_DIGITS), text))
                        : Optional.empty();
    }

    static boolean isKeyId(String text) {
        return text.length() == ID_DIGITS && Base62.isEncoded(text);
    }

    /// What is kept of it. One round is enough for 256 random bits: there is no dictionary to try.
    byte[] sha256() {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    /// Without the secret.
    @Override
    public String toString() {
        return PREFIX + keyId + "_***";
    }

    private static String checksum(String body) {
        var crc = new CRC32();
        crc.update(body.getBytes(StandardCharsets.UTF_8));
        return Base62.encode(ByteBuffer.allocate(Integer.BYTES).putInt((int) crc.getValue()).array(), CHECKSUM_DIGITS);
    }
}
