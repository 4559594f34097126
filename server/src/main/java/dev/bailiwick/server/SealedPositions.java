package dev.bailiwick.server;

import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.InvalidPositionException;
import dev.bailiwick.store.Limits;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.UUID;
import java.util.random.RandomGenerator;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// Positions for callers who may see one org only. A position counts the commits of all orgs in every partition, so it leaves the server
/// sealed, and comes back unchanged, from the same org, or not at all.
///
///     0    1   format, 1
///     1    12  random, of which the key of this position is made
///     13   12  nonce, random
///     25   n   AES-256-GCM over: length of the content i32, the content, zeros
///     ..   16  its tag, which also covers format and org
///
/// The key of a position is HMAC-SHA-256, under the server's key, of the first random bytes and the org. One key with random nonces alone
/// would be worn out after 2^32 positions, which a busy server gives away in weeks.
///
/// Zeros fill the content up to a length that depends on the partition count alone: 4 bytes a partition, which is enough until partitions
/// have 2^28 commits on average, and 9 bytes a partition from then on.
///
/// Thread-safe.
final class SealedPositions {
    private static final byte FORMAT = 1;
    private static final int DERIVE_BYTES = 12;
    private static final int NONCE_BYTES = 12;
    private static final int HEADER_BYTES = 1 + DERIVE_BYTES + NONCE_BYTES;
    private static final int TAG_BYTES = 16;
    private static final int FIXED_BYTES = 64;
    private static final String REFUSAL = "it is damaged, or was not given to this org by this server";

    private final SecretKeySpec key;
    private final int partitionCount;
    private final RandomGenerator random;

    /// @param key of [PositionKey#BYTES]
    SealedPositions(byte[] key, int partitionCount, RandomGenerator random) {
        this.key = new SecretKeySpec(key, "HmacSHA256");
        this.partitionCount = partitionCount;
        this.random = random;
    }

    FeedPosition seal(UUID org, FeedPosition position) {
        if (position.kind() != FeedPosition.Kind.SAVED) {
            return position;
        }
        var header = ByteBuffer.allocate(HEADER_BYTES).put(FORMAT).put(randomBytes(DERIVE_BYTES))
                .put(randomBytes(NONCE_BYTES)).array();
        var content = position.content();
        var padded = ByteBuffer.allocate(paddedBytes(content.length)).putInt(content.length).put(content).array();
        try {
            var sealed = cipher(Cipher.ENCRYPT_MODE, header, org).doFinal(padded);
            return FeedPosition.saved(
                    ByteBuffer.allocate(HEADER_BYTES + sealed.length).put(header).put(sealed).array());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has AES-GCM", e);
        }
    }

    /// @throws InvalidPositionException always with the same words, whatever is wrong with it
    FeedPosition open(UUID org, FeedPosition sealed) {
        if (sealed.kind() != FeedPosition.Kind.SAVED) {
            return sealed;
        }
        var content = sealed.content();
        if (content.length < HEADER_BYTES + TAG_BYTES + Integer.BYTES || content[0] != FORMAT) {
            throw new InvalidPositionException(REFUSAL);
        }
        try {
            var padded = ByteBuffer.wrap(cipher(Cipher.DECRYPT_MODE, content, org).doFinal(content, HEADER_BYTES,
                    content.length - HEADER_BYTES));
            var opened = new byte[padded.getInt()];
            padded.get(opened);
            return FeedPosition.saved(opened);
        } catch (GeneralSecurityException e) {
            throw new InvalidPositionException(REFUSAL);
        }
    }

    private int paddedBytes(int contentBytes) {
        int small = Integer.BYTES + FIXED_BYTES + 4 * partitionCount;
        int large = Integer.BYTES + FIXED_BYTES + 9 * partitionCount;
        int needed = Integer.BYTES + contentBytes;
        if (needed > large) {
            return Limits.MAX_POSITION_BYTES - 2 - HEADER_BYTES - TAG_BYTES;
        }
        return needed <= small ? small : large;
    }

    private Cipher cipher(int mode, byte[] header, UUID org) throws GeneralSecurityException {
        var orgBytes = ByteBuffer.allocate(16).putLong(org.getMostSignificantBits())
                .putLong(org.getLeastSignificantBits()).array();
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(key);
        mac.update(header, 0, 1 + DERIVE_BYTES);
        mac.update(orgBytes);
        var cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(mac.doFinal(), "AES"),
                new GCMParameterSpec(TAG_BYTES * Byte.SIZE, header, 1 + DERIVE_BYTES, NONCE_BYTES));
        cipher.updateAAD(header, 0, 1);
        cipher.updateAAD(orgBytes);
        return cipher;
    }

    private byte[] randomBytes(int count) {
        var bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}
