package dev.bailiwick.engine;

import dev.bailiwick.engine.Decision.Command;
import dev.bailiwick.engine.Decision.CommandBucket;
import dev.bailiwick.engine.Decision.Event;
import dev.bailiwick.engine.Decision.Place;
import dev.bailiwick.engine.Decision.Stream;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.spi.CompactReader;
import dev.bailiwick.placement.spi.MalformedBytesException;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.PartitionDigest;
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
import java.util.function.Consumer;

/// The bodies of frames. Ids are 16 bytes, hashes 32, texts and payloads a varint length and their bytes, other numbers varints.
///
///     kind 1, appended   org; 0, or 1 with command id, half a fingerprint and bucket; count and places; count and streams
///       place            partition, epoch, sequence
///       stream           type id, aggregate id, partition, first version, first readable version; count, hashes and events
///       event            type; count and metadata (key, value); length of the payload; salt (16 bytes), payload
///     kind 2, trimmed    place, org, type id, aggregate id, version, hash, first version
///     kind 3, deleted    place, org, type id, aggregate id, version, hash; 1 if recreation is allowed, else 0
///     kind 4, sealed     count and partitions (number, sequence, digest);
///                        time up to which commands were forgotten, last bucket; count and buckets (number, began,
///                        latest time, latest time in an id, commands)
///     kind 5, forgotten  first bucket that stays, time up to which commands are forgotten
final class Decisions {
    static final byte APPENDED = 1;
    static final byte TRIMMED = 2;
    static final byte DELETED = 3;
    static final byte SEALED = 4;
    static final byte FORGOTTEN = 5;

    private static final int SMALL_BYTES = 256;

    private Decisions() {
    }

    /// A frame's kind, how long its body can be at the most, and the body itself.
    interface Body {
        byte kind();

        int maxBytes();

        void write(ByteBuffer out);
    }

    static Body body(Decision.Trimmed trimmed) {
        return body(TRIMMED, SMALL_BYTES, out -> {
            BodyWriter.place(out, trimmed.place());
            BodyWriter.key(out, trimmed.key());
            BodyWriter.varint(out, trimmed.version());
            BodyWriter.hash(out, trimmed.hash());
            BodyWriter.varint(out, trimmed.firstVersion());
        });
    }

    static Body body(Decision.Deleted deleted) {
        return body(DELETED, SMALL_BYTES, out -> {
            BodyWriter.place(out, deleted.place());
            BodyWriter.key(out, deleted.key());
            BodyWriter.varint(out, deleted.version());
            BodyWriter.hash(out, deleted.hash());
            out.put((byte) (deleted.recreation() == Recreation.ALLOWED ? 1 : 0));
        });
    }

    static Body body(Decision.Sealed sealed) {
        return body(SEALED, sealedBytes(sealed.partitions().size()), out -> {
            BodyWriter.varint(out, sealed.partitions().size());
            sealed.partitions().forEach((partition, digest) -> {
                BodyWriter.varint(out, partition);
                BodyWriter.varint(out, digest.sequence());
                BodyWriter.hash(out, digest.digest());
            });
            BodyWriter.varint(out, sealed.commands().forgottenUpToMs());
            BodyWriter.varint(out, sealed.commands().lastBucket());
            BodyWriter.varint(out, sealed.commands().buckets().size());
            sealed.commands().buckets().forEach(bucket -> {
                BodyWriter.varint(out, bucket.number());
                BodyWriter.varint(out, bucket.beganMs());
                BodyWriter.varint(out, bucket.latestMs());
                BodyWriter.varint(out, bucket.latestMadeMs());
                BodyWriter.varint(out, bucket.commands());
            });
        });
    }

    static Body body(Decision.Forgotten forgotten) {
        return body(FORGOTTEN, SMALL_BYTES, out -> {
            BodyWriter.varint(out, forgotten.firstBucket());
            BodyWriter.varint(out, forgotten.upToMs());
        });
    }

    /// How long the body of a [Decision.Sealed] can be.
    static int sealedBytes(int partitions) {
        return SMALL_BYTES + partitions * (Hash256.BYTES + 2 * BodyWriter.MAX_VARINT_BYTES)
                + CommandWindow.MAX_BUCKETS * 5 * BodyWriter.MAX_VARINT_BYTES;
    }

    private static Body body(byte kind, int maxBytes, Consumer<ByteBuffer> writer) {
        return new Body() {
            @Override
            public byte kind() {
                return kind;
            }

            @Override
            public int maxBytes() {
                return maxBytes;
            }

            @Override
            public void write(ByteBuffer out) {
                writer.accept(out);
            }
        };
    }

    static Decision read(Frame frame) {
        var bytes = new byte[frame.body().remaining()];
        frame.body().duplicate().get(bytes);
        var in = CompactReader.of(bytes);
        var decision = switch (frame.kind()) {
            case APPENDED -> appended(in);
            case TRIMMED -> new Decision.Trimmed(place(in), key(in, uuid(in)), in.varint(), hash(in), in.varint());
            case DELETED -> new Decision.Deleted(place(in), key(in, uuid(in)), in.varint(), hash(in),
                    in.u8() == 1 ? Recreation.ALLOWED : Recreation.FORBIDDEN);
            case SEALED -> sealed(in);
            case FORGOTTEN -> new Decision.Forgotten(in.varint(), in.varint());
            default -> throw new MalformedBytesException("there is no frame of kind " + frame.kind());
        };
        in.checkEnd();
        return decision;
    }

    private static Decision.Appended appended(CompactReader in) {
        var orgId = uuid(in);
        var command = in.u8() == 1
                ? Optional.of(new Command(uuid(in), new Decision.Print(in.i64(), in.i64()), in.varint()))
                : Optional.<Command>empty();
        var places = new ArrayList<Place>();
        for (long left = in.varint(); left > 0; left--) {
            places.add(place(in));
        }
        var streams = new ArrayList<Stream>();
        for (long left = in.varint(); left > 0; left--) {
            streams.add(new Stream(key(in, orgId), number(in), in.varint(), in.varint(), events(in)));
        }
        return new Decision.Appended(orgId, command, places, streams);
    }

    private static Decision.Sealed sealed(CompactReader in) {
        var partitions = new TreeMap<Integer, PartitionDigest>();
        for (long left = in.varint(); left > 0; left--) {
            partitions.put(number(in), new PartitionDigest(in.varint(), hash(in)));
        }
        long forgottenUpToMs = in.varint();
        long lastBucket = in.varint();
        var buckets = new ArrayList<CommandBucket>();
        for (long left = in.varint(); left > 0; left--) {
            buckets.add(new CommandBucket(in.varint(), in.varint(), in.varint(), in.varint(), in.varint()));
        }
        return new Decision.Sealed(partitions, new Decision.CommandBuckets(forgottenUpToMs, lastBucket, buckets));
    }

    private static List<Event> events(CompactReader in) {
        int count = number(in);
        var hashes = new ArrayList<Hash256>();
        for (int i = 0; i < count; i++) {
            hashes.add(hash(in));
        }
        var events = new ArrayList<Event>();
        for (var hash : hashes) {
            var type = text(in);
            var metadata = metadata(in);
            int payloadBytes = number(in);
            events.add(new Event(type, metadata, in.bytes(HashChain.SALT_BYTES), in.bytes(payloadBytes), hash));
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
