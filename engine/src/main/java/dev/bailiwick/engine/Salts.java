package dev.bailiwick.engine;

import dev.bailiwick.store.spi.HashChain;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// Salts that nobody can guess: a stream of AES in counter mode under a random key, which is much faster than to ask for random
/// bytes each time. Belongs to one thread.
final class Salts {
    private static final int AT_ONCE = 256;
    private static final int KEY_BYTES = 16;

    private final Cipher stream;
    private final byte[] zeros = new byte[AT_ONCE * HashChain.SALT_BYTES];
    private final byte[] ready = new byte[AT_ONCE * HashChain.SALT_BYTES];
    private int used = ready.length;

    Salts() {
        var secret = new byte[KEY_BYTES + HashChain.SALT_BYTES];
        new SecureRandom().nextBytes(secret);
        try {
            stream = Cipher.getInstance("AES/CTR/NoPadding");
            stream.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(secret, 0, KEY_BYTES, "AES"),
                    new IvParameterSpec(secret, KEY_BYTES, HashChain.SALT_BYTES));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has AES", e);
        }
    }

    /// Writes the next salt.
    void put(ByteBuffer out) {
        if (used == ready.length) {
            refill();
        }
        out.put(ready, used, HashChain.SALT_BYTES);
        used += HashChain.SALT_BYTES;
    }

    private void refill() {
        try {
            stream.update(zeros, 0, zeros.length, ready, 0);
            used = 0;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a stream cipher has no limit", e);
        }
    }
}
