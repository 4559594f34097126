package dev.bailiwick.store.spi;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateWrite;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.NewEvent;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/// Tells whether a resent request says the same as the first: SHA-256 over aggregates, expectations and events in the order
/// given. The command id is not part of it.
public final class Fingerprint {
    private Fingerprint() {
    }

    public static Hash256 of(AppendRequest request) {
        try {
            var sha256 = MessageDigest.getInstance("SHA-256");
            var out = new DataOutputStream(new DigestOutputStream(ByteArrayOutputStream.nullOutputStream(), sha256));
            out.writeInt(request.writes().size());
            for (var write : request.writes()) {
                put(out, write);
            }
            return Hash256.of(sha256.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        } catch (IOException e) {
            throw new UncheckedIOException("nothing is written anywhere", e);
        }
    }

    private static void put(DataOutputStream out, AggregateWrite write) throws IOException {
        put(out, write.key());
        out.writeLong(switch (write.expected()) {
            case ExpectedVersion.Any ignored -> -1;
            case ExpectedVersion.NoStream ignored -> -2;
            case ExpectedVersion.Exists ignored -> -3;
            case ExpectedVersion.Exactly exactly -> exactly.version();
        });
        out.writeInt(write.events().size());
        for (var event : write.events()) {
            put(out, event);
        }
    }

    private static void put(DataOutputStream out, AggregateKey key) throws IOException {
        for (var id : new UUID[]{key.orgId(), key.aggregateTypeId(), key.aggregateId()}) {
            out.writeLong(id.getMostSignificantBits());
            out.writeLong(id.getLeastSignificantBits());
        }
    }

    private static void put(DataOutputStream out, NewEvent event) throws IOException {
        put(out, event.type());
        out.writeInt(event.metadata().size());
        for (var entry : event.metadata().entrySet()) {
            put(out, entry.getKey());
            put(out, entry.getValue());
        }
        var payload = event.payload();
        out.writeInt(payload.length);
        out.write(payload);
    }

    private static void put(DataOutputStream out, String text) throws IOException {
        var utf8 = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(utf8.length);
        out.write(utf8);
    }
}
