package dev.bailiwick.engine;

import dev.bailiwick.engine.Decision.Command;
import dev.bailiwick.engine.Decision.Event;
import dev.bailiwick.engine.Decision.Place;
import dev.bailiwick.engine.Decision.Stream;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.spi.CompactReader;
import dev.bailiwick.placement.spi.CompactWriter;
import dev.bailiwick.placement.spi.MalformedBytesException;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.spi.HashChain;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/// The bodies of frames. Ids are 16 bytes, hashes 32, texts and payloads a varint length and their bytes, other numbers varints.
///
///     kind 1, appended   org; 0, or 1 with command id and fingerprint; count and places; count and streams
///       place            partition, epoch, sequence
///       stream           type id, aggregate id, partition, first version; count and events
///       event            type; count and metadata (key, value); salt (16 bytes); payload; hash
///     kind 2, trimmed    place, org, type id, aggregate id, first version
///     kind 3, deleted    place, org, type id, aggregate id, version; 1 if recreation is allowed, else 0
final class Decisions {
    private static final byte APPENDED = 1;
    private static final byte TRIMMED = 2;
    private static final byte DELETED = 3;

    private Decisions() {
    }

    static byte kind(Decision decision) {
        return switch (decision) {
            case Decision.Appended ignored -> APPENDED;
            case Decision.Trimmed ignored -> TRIMMED;
            case Decision.Deleted ignored -> DELETED;
        };
    }

    static ByteBuffer write(Decision decision) {
        var out = new CompactWriter();
        switch (decision) {
            case Decision.Appended appended -> put(out, appended);
            case Decision.Trimmed trimmed -> {
                put(out, trimmed.place());
                put(out, trimmed.key());
                out.varint(trimmed.firstVersion());
            }
            case Decision.Deleted deleted -> {
                put(out, deleted.place());
                put(out, deleted.key());
                out.varint(deleted.version()).u8(deleted.recreation() == Recreation.ALLOWED ? 1 : 0);
            }
        }
        return ByteBuffer.wrap(out.toBytes());
    }

    static Decision read(Frame frame) {
        var bytes = new byte[frame.body().remaining()];
        frame.body().duplicate().get(bytes);
        var in = CompactReader.of(bytes);
        var decision = switch (frame.kind()) {
            case APPENDED -> appended(in);
            case TRIMMED -> new Decision.Trimmed(place(in), key(in, uuid(in)), in.varint());
            case DELETED -> new Decision.Deleted(place(in), key(in, uuid(in)), in.varint(),
                    in.u8() == 1 ? Recreation.ALLOWED : Recreation.FORBIDDEN);
            default -> throw new MalformedBytesException("there is no frame of kind " + frame.kind());
        };
        in.checkEnd();
        return decision;
    }

    private static void put(CompactWriter out, Decision.Appended appended) {
        put(out, appended.orgId());
        out.u8(appended.command().isPresent() ? 1 : 0);
        appended.command().ifPresent(command -> {
            put(out, command.id());
            out.bytes(command.fingerprint().toBytes());
        });
        out.varint(appended.places().size());
        appended.places().forEach(place -> put(out, place));
        out.varint(appended.streams().size());
        appended.streams().forEach(stream -> put(out, stream));
    }

    private static void put(CompactWriter out, Stream stream) {
        put(out, stream.key().aggregateTypeId());
        put(out, stream.key().aggregateId());
        out.varint(stream.partition()).varint(stream.firstVersion()).varint(stream.events().size());
        for (var event : stream.events()) {
            put(out, event.type().getBytes(StandardCharsets.UTF_8));
            out.varint(event.metadata().size());
            event.metadata().forEach((key, value) -> {
                put(out, key.getBytes(StandardCharsets.UTF_8));
                put(out, value.getBytes(StandardCharsets.UTF_8));
            });
            out.bytes(event.salt());
            put(out, event.payload());
            out.bytes(event.hash().toBytes());
        }
    }

    private static void put(CompactWriter out, Place place) {
        out.varint(place.partition()).varint(place.epoch()).varint(place.sequence());
    }

    private static void put(CompactWriter out, AggregateKey key) {
        put(out, key.orgId());
        put(out, key.aggregateTypeId());
        put(out, key.aggregateId());
    }

    private static void put(CompactWriter out, UUID id) {
        out.i64(id.getMostSignificantBits()).i64(id.getLeastSignificantBits());
    }

    private static void put(CompactWriter out, byte[] bytes) {
        out.varint(bytes.length).bytes(bytes);
    }

    private static Decision.Appended appended(CompactReader in) {
        var orgId = uuid(in);
        var command = in.u8() == 1 ? Optional.of(new Command(uuid(in), hash(in))) : Optional.<Command>empty();
        var places = new ArrayList<Place>();
        for (long left = in.varint(); left > 0; left--) {
            places.add(place(in));
        }
        var streams = new ArrayList<Stream>();
        for (long left = in.varint(); left > 0; left--) {
            streams.add(new Stream(key(in, orgId), number(in), in.varint(), events(in)));
        }
        return new Decision.Appended(orgId, command, places, streams);
    }

    private static List<Event> events(CompactReader in) {
        var events = new ArrayList<Event>();
        for (long left = in.varint(); left > 0; left--) {
            events.add(
                    new Event(text(in), metadata(in), in.bytes(HashChain.SALT_BYTES), in.bytes(number(in)), hash(in)));
        }
        return events;
    }

    private static SortedMap<String, String> metadata(CompactReader in) {
        long left = in.varint();
        if (left == 0) {
            return Collections.emptySortedMap();
        }
        var metadata = new TreeMap<String, String>();
        for (; left > 0; left--) {
            metadata.put(text(in), text(in));
        }
        return Collections.unmodifiableSortedMap(metadata);
    }

    private static Place place(CompactReader in) {
        return new Place(number(in), in.varint(), in.varint());
    }

    private static AggregateKey key(CompactReader in, UUID orgId) {
        return new AggregateKey(orgId, uuid(in), uuid(in));
    }

    private static UUID uuid(CompactReader in) {
        return new UUID(in.i64(), in.i64());
    }

    private static Hash256 hash(CompactReader in) {
        return Hash256.of(in.bytes(Hash256.BYTES));
    }

    private static String text(CompactReader in) {
        return new String(in.bytes(number(in)), StandardCharsets.UTF_8);
    }

    private static int number(CompactReader in) {
        long number = in.varint();
        if (number > Integer.MAX_VALUE) {
            throw new MalformedBytesException("the number " + number + " is too large");
        }
        return (int) number;
    }
}
