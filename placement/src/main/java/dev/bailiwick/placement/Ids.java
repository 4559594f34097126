package dev.bailiwick.placement;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;

/// The three ways to write a 128-bit id: as a UUID, as a number, as a name.
///
/// A name becomes a version-5 UUID (RFC 9562) in [#NAMESPACE], so that every language with a UUID library computes the
/// same id. The same name is the same id wherever it stands: as an org, a type or an aggregate.
public final class Ids {
    /// The namespace of named ids: the version-5 UUID of `bailiwick.dev` in the DNS namespace.
    public static final UUID NAMESPACE = UUID.fromString("6e69ce92-f8c7-5240-9899-ae98e2af7fd4");

    /// The longest name, in UTF-8 bytes.
    public static final int MAX_NAME_BYTES = 1_024;

    private static final long VERSION_MASK = 0x0000_0000_0000_F000L;
    private static final long VARIANT_MASK = 0xC000_0000_0000_0000L;
    private static final long RFC_VARIANT = 0x8000_0000_0000_0000L;

    private Ids() {
    }

    /// The id whose value is `number`, which must not be negative.
    public static UUID of(long number) {
        if (number < 0) {
            throw new IllegalArgumentException("an id number is 0 or more, not " + number);
        }
        return new UUID(0, number);
    }

    /// The stable id of a name of 1 to [#MAX_NAME_BYTES] UTF-8 bytes. Half a surrogate pair has no such bytes and is refused.
    public static UUID named(String name) {
        return nameBased(sha1(NAMESPACE, checkedName(name)), 5);
    }

    /// Reads what a person wrote: a UUID in its usual form, a decimal number, or else a name.
    public static UUID parse(String text) {
        if (isNumber(text)) {
            return number(text);
        }
        return isUuid(text) ? UUID.fromString(text) : named(text);
    }

    static byte[] checkedName(String name) {
        var bytes = utf8(name);
        if (bytes.length == 0 || bytes.length > MAX_NAME_BYTES) {
            throw new IllegalArgumentException(
                    "a name is 1 to " + MAX_NAME_BYTES + " UTF-8 bytes long, not " + bytes.length);
        }
        return bytes;
    }

    /// Strict, since a lenient encoder turns what it cannot encode into question marks, and two names would share an id.
    private static byte[] utf8(String name) {
        try {
            var encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(name));
            var bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return bytes;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("a name is valid Unicode, and this one has half a surrogate pair", e);
        }
    }

    static byte[] sha1(UUID namespace, byte[]... parts) {
        try {
            var digest = MessageDigest.getInstance("SHA-1");
            digest.update(bytesOf(namespace));
            for (var part : parts) {
                digest.update(part);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-1", e);
        }
    }

    static byte[] bytesOf(UUID id) {
        return ByteBuffer.allocate(16).putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits())
                .array();
    }

    static UUID nameBased(byte[] hash, int version) {
        var bytes = ByteBuffer.wrap(hash);
        return new UUID((bytes.getLong() & ~VERSION_MASK) | (long) version << 12,
                (bytes.getLong() & ~VARIANT_MASK) | RFC_VARIANT);
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static UUID number(String digits) {
        try {
            return of(Long.parseLong(digits));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "the number " + digits + " is larger than " + Long.MAX_VALUE + "; write a larger id as a UUID", e);
        }
    }

    private static boolean isUuid(String text) {
        if (text.length() != 36) {
            return false;
        }
        for (int i = 0; i < 36; i++) {
            boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
            if (dash ? text.charAt(i) != '-' : !HexFormat.isHexDigit(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }
}
