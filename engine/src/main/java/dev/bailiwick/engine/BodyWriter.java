package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.Hash256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/// Writes what frame bodies and index entries consist of into a buffer, without a detour. Everything is big-endian, as in
/// [dev.bailiwick.placement.spi.CompactWriter].
final class BodyWriter {
    static final int MAX_VARINT_BYTES = 9;

    private BodyWriter() {
    }

    static void varint(ByteBuffer out, long value) {
        long rest = value;
        while (rest >= 0x80) {
            out.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        out.put((byte) rest);
    }

    static void uuid(ByteBuffer out, UUID id) {
        out.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    }

    static void key(ByteBuffer out, AggregateKey key) {
        uuid(out, key.orgId());
        uuid(out, key.aggregateTypeId());
        uuid(out, key.aggregateId());
    }

    static void hash(ByteBuffer out, Hash256 hash) {
        out.putLong(hash.a()).putLong(hash.b()).putLong(hash.c()).putLong(hash.d());
    }

    static void text(ByteBuffer out, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        varint(out, bytes.length);
        out.put(bytes);
    }

    static void places(ByteBuffer out, List<Decision.Place> places) {
        varint(out, places.size());
        for (int i = 0; i < places.size(); i++) {
            place(out, places.get(i));
        }
    }

    static void place(ByteBuffer out, Decision.Place place) {
        varint(out, place.partition());
        varint(out, place.epoch());
        varint(out, place.sequence());
    }
}
