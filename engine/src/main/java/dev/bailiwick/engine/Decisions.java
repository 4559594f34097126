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
///     kind 6, rewritten  as kind 1, but a stream may have lost its first events, or all, and an event begins with a byte:
///                        0 and then as in kind 1; or 1, type, metadata and the hash of its erased payload
///     kind 7, reclaimed  count and commits (log sequence, time; count and places)
///     kind 8, anchors    count and anchors (org, type id, aggregate id, version, hash)
///     kind 9, erased     place, org, type id, aggregate id, last version whose payload is gone
///     kind 10, adopted   place, org, type id, aggregate id, version, first version, state (1 byte), time, hash
///     kind 11, imported  time of recording, then as kind 6
final class Decisions {
    static final byte APPENDED = 1;
    static final byte TRIMMED = 2;
    static final byte DELETED = 3;
    static final byte SEALED = 4;
    static final byte FORGOTTEN = 5;
    static final byte REWRITTEN = 6;
    static final byte RECLAIMED = 7;
    static final byte ANCHORS = 8;
    static final byte ERASED = 9;
    static final byte ADOPTED = 10;
    static final byte IMPORTED = 11;

    private static final byte WHOLE = 0;
    private static final byte WITHOUT_PAYLOAD = 1;

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

    static Body body(Decision.Erased erased) {
        return body(ERASED, SMALL_BYTES, out -> {
            BodyWriter.place(out, erased.place());
            BodyWriter.key(out, erased.key());
            BodyWriter.varint(out, erased.throughVersion());
        });
    }

    static Body body(Decision.Adopted adopted) {
        return body(ADOPTED, SMALL_BYTES, out -> {
            BodyWriter.place(out, adopted.place());
            BodyWriter.key(out, adopted.key());
            SegmentFileWriter.HeadCodec.write(out, adopted.head());
        });
    }

    static Body body(Decision.Reclaimed reclaimed) {
        int places = reclaimed.commits().stream().mapToInt(gone -> gone.places().size()).sum();
        int numbers = 1 + 3 * reclaimed.commits().size() + 3 * places;
        return body(RECLAIMED, numbers * BodyWriter.MAX_VARINT_BYTES, out -> {
            BodyWriter.varint(out, reclaimed.commits().size());
            reclaimed.commits().forEach(gone -> {
                BodyWriter.varint(out, gone.sequence());
                BodyWriter.varint(out, gone.timeMs());
                BodyWriter.places(out, gone.places());
            });
        });
    }

    static Body body(Decision.Anchors anchors) {
        int maxBytes = BodyWriter.MAX_VARINT_BYTES
                + anchors.anchors().size() * (3 * 16 + BodyWriter.MAX_VARINT_BYTES + Hash256.BYTES);
        return body(ANCHORS, maxBytes, out -> {
            BodyWriter.varint(out, anchors.anchors().size());
            anchors.anchors().forEach(anchor -> {
                BodyWriter.key(out, anchor.key());
                BodyWriter.varint(out, anchor.version());
                BodyWriter.hash(out, anchor.hash());
            });
        });
    }

    /// What is left of an append.
    ///
    /// @param maxBytes how long the body can be at the most
    static Body rewritten(Decision.Appended appended, int maxBytes) {
        boolean imported = appended.recordedMs() != Decision.Appended.HERE;
        return body(imported ? IMPORTED : REWRITTEN, maxBytes, out -> {
            if (imported) {
                BodyWriter.varint(out, appended.recordedMs());
            }
            BodyWriter.uuid(out, appended.orgId());
            out.put((byte) (appended.command().isPresent() ? 1 : 0));
            appended.command().ifPresent(command -> {
                BodyWriter.uuid(out, command.id());
                out.putLong(command.print().high()).putLong(command.print().low());
                BodyWriter.varint(out, command.bucket());
            });
            BodyWriter.places(out, appended.places());
            BodyWriter.varint(out, appended.streams().size());
            appended.streams().forEach(stream -> writeStream(out, stream));
        });
    }

    /// By how much a rewritten body can be longer than the one before, for each event.
    static final int MAX_GROWTH_BYTES = 1 + Hash256.BYTES;

    private static void writeStream(ByteBuffer out, Stream stream) {
        BodyWriter.uuid(out, stream.key().aggregateTypeId());
        BodyWriter.uuid(out, stream.key().aggregateId());
        BodyWriter.varint(out, stream.partition());
        BodyWriter.varint(out, stream.firstVersion());
        BodyWriter.varint(out, stream.firstReadable());
        BodyWriter.varint(out, stream.events().size());
        stream.events().forEach(event -> BodyWriter.hash(out, event.hash()));
        stream.events().forEach(event -> writeEvent(out, event));
    }

    /// An event of a rewritten or imported frame, or of an [OrgFile].
    static void writeEvent(ByteBuffer out, Event event) {
        var erasedPayload = event.erasedPayload();
        out.put(erasedPayload == null ? WHOLE : WITHOUT_PAYLOAD);
        BodyWriter.text(out, event.type());
        BodyWriter.varint(out, event.metadata().size());
        event.metadata().forEach((key, value) -> {
            BodyWriter.text(out, key);
            BodyWriter.text(out, value);
        });
        if (erasedPayload == null) {
            BodyWriter.varint(out, event.payload().length);
            out.put(event.salt()).put(event.payload());
        } else {
            BodyWriter.hash(out, erasedPayload);
        }
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
            case APPENDED -> appended(in, false, Decision.Appended.HERE);
            case REWRITTEN -> appended(in, true, Decision.Appended.HERE);
            case IMPORTED -> appended(in, true, in.varint());
            case TRIMMED -> new Decision.Trimmed(place(in), key(in, uuid(in)), in.varint(), hash(in), in.varint());
            case DELETED -> new Decision.Deleted(place(in), key(in, uuid(in)), in.varint(), hash(in),
                    in.u8() == 1 ? Recreation.ALLOWED : Recreation.FORBIDDEN);
            case SEALED -> sealed(in);
            case FORGOTTEN -> new Decision.Forgotten(in.varint(), in.varint());
            case RECLAIMED -> reclaimed(in);
            case ANCHORS -> anchors(in);
            case ADOPTED -> new Decision.Adopted(place(in), key(in, uuid(in)), SegmentFileWriter.HeadCodec.read(in));
            case ERASED -> new Decision.Erased(place(in), key(in, uuid(in)), in.varint());
            default -> throw new MalformedBytesException("there is no frame of kind " + frame.kind());
        };
        in.checkEnd();
        return decision;
    }

    private static Decision.Appended appended(CompactReader in, boolean rewritten, long recordedMs) {
        var orgId = uuid(in);
        var command = in.u8() == 1
                ? Optional.of(new Command(uuid(in), new Decision.Print(in.i64(), in.i64()), in.varint()))
                : Optional.<Command>empty();
        var places = places(in);
        var streams = new ArrayList<Stream>();
        for (long left = in.varint(); left > 0; left--) {
            streams.add(new Stream(key(in, orgId), number(in), in.varint(), in.varint(),
                    events(in, rewritten)));
        }
        return new Decision.Appended(orgId, command, places, streams, recordedMs);
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

    private static Decision.Reclaimed reclaimed(CompactReader in) {
        var commits = new ArrayList<Decision.Gone>();
        for (long left = in.varint(); left > 0; left--) {
            commits.add(new Decision.Gone(in.varint(), in.varint(), places(in)));
        }
        return new Decision.Reclaimed(commits);
    }

    private static Decision.Anchors anchors(CompactReader in) {
        var anchors = new ArrayList<Decision.Anchor>();
        for (long left = in.varint(); left > 0; left--) {
            anchors.add(new Decision.Anchor(key(in, uuid(in)), in.varint(), hash(in)));
        }
        return new Decision.Anchors(anchors);
    }

    private static List<Event> events(CompactReader in, boolean rewritten) {
        int count = number(in);
        var hashes = new ArrayList<Hash256>();
        for (int i = 0; i < count; i++) {
            hashes.add(hash(in));
        }
        var events = new ArrayList<Event>();
        for (var hash : hashes) {
            boolean erased = rewritten && in.u8() == WITHOUT_PAYLOAD;
            events.add(event(in, erased, hash));
        }
        return events;
    }

    /// What [#writeEvent] wrote, with no hash, which it does not write.
    static Event readEvent(CompactReader in) {
        return event(in, in.u8() == WITHOUT_PAYLOAD, Hash256.ZERO);
    }

    private static Event event(CompactReader in, boolean erased, Hash256 hash) {
        var type = text(in);
        var metadata = metadata(in);
        if (erased) {
            return new Event(type, metadata, new byte[0], new byte[0], hash, hash(in));
        }
        int payloadBytes = number(in);
        return new Event(type, metadata, in.bytes(HashChain.SALT_BYTES), in.bytes(payloadBytes), hash, null);
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

    private static List<Place> places(CompactReader in) {
        var places = new ArrayList<Place>();
        for (long left = in.varint(); left > 0; left--) {
            places.add(place(in));
        }
        return places;
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
