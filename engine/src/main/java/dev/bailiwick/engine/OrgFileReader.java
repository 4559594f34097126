package dev.bailiwick.engine;

import dev.bailiwick.engine.OrgFile.Chunk;
import dev.bailiwick.engine.OrgFile.DamagedException;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.spi.CompactReader;
import dev.bailiwick.placement.spi.MalformedBytesException;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.InvalidRequestException;
import dev.bailiwick.store.LimitExceededException;
import dev.bailiwick.store.Limits;
import dev.bailiwick.store.NewEvent;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32C;

/// Reads an [OrgFile] from its beginning, one chunk after the other, and refuses what is damaged or larger than a store would have it. That the
/// chunks make sense together is for others to see. For one thread.
final class OrgFileReader implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 20;

    private final Path file;
    private final InputStream in;
    private final long size;
    private final OrgFile.Header header;
    private final MessageDigest digest = OrgFileWriter.sha256();
    private long offset;
    private long chunkAt;

    OrgFileReader(Path file) throws IOException {
        this.file = file;
        this.size = Files.size(file);
        this.in = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
        try {
            this.header = readHeader();
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /// What the file says of itself.
    OrgFile.Header header() {
        return header;
    }

    /// How far it was read.
    long offset() {
        return offset;
    }

    /// The next chunk; the end is the last.
    Chunk next() throws IOException {
        chunkAt = offset;
        var head = read(OrgFile.CHUNK_HEADER_BYTES);
        var numbers = ByteBuffer.wrap(head);
        int bodyBytes = numbers.getInt(0);
        if (bodyBytes < 0 || bodyBytes > OrgFile.MAX_BODY_BYTES) {
            throw damaged("it is damaged");
        }
        var body = read(bodyBytes);
        var crc = new CRC32C();
        crc.update(head, 0, 4);
        crc.update(head, 8, 1);
        crc.update(body);
        if ((int) crc.getValue() != numbers.getInt(4)) {
            throw damaged("it is damaged");
        }
        try {
            var chunk = parse(head[8], body);
            if (chunk instanceof OrgFile.End end) {
                checkEnd(end);
            } else {
                digest.update(head);
                digest.update(body);
            }
            return chunk;
        } catch (MalformedBytesException | LimitExceededException | InvalidRequestException e) {
            throw damaged("it makes no sense: " + e.getMessage());
        }
    }

    /// For what is wrong with the last chunk.
    DamagedException damaged(String what) {
        return new DamagedException(file, chunkAt, what);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private OrgFile.Header readHeader() throws IOException {
        var bytes = in.readNBytes(OrgFile.HEADER_BYTES);
        offset = bytes.length;
        boolean isOne = bytes.length >= 6 && Arrays.equals(bytes, 0, 4, OrgFile.MAGIC, 0, 4);
        if (!isOne) {
            throw new IOException(file + " is no file of an org");
        }
        int format = ByteBuffer.wrap(bytes).getShort(4);
        if (format != OrgFile.FORMAT) {
            throw new IOException(file + " has format " + format + ", and this version of Bailiwick reads format "
                    + OrgFile.FORMAT + "; use the version that wrote it, or a newer one");
        }
        if (bytes.length < OrgFile.HEADER_BYTES) {
            throw cutOff();
        }
        int end = OrgFile.HEADER_BYTES - Integer.BYTES;
        if (OrgFile.checksum(bytes, 0, end) != ByteBuffer.wrap(bytes).getInt(end)) {
            throw damaged("it is damaged");
        }
        digest.update(bytes);
        var content = ByteBuffer.wrap(bytes).position(6);
        return new OrgFile.Header(new UUID(content.getLong(), content.getLong()),
                new UUID(content.getLong(), content.getLong()), content.getLong());
    }

    private byte[] read(int count) throws IOException {
        var bytes = count > size - offset ? new byte[0] : in.readNBytes(count);
        if (bytes.length < count) {
            throw cutOff();
        }
        offset += count;
        return bytes;
    }

    private DamagedException cutOff() {
        return damaged("it is cut off, or damaged; take it anew");
    }

    private Chunk parse(byte kind, byte[] body) {
        var bytes = CompactReader.of(body);
        var chunk = switch (kind) {
            case OrgFile.AGGREGATE -> aggregate(bytes);
            case OrgFile.EVENTS -> events(bytes, body);
            case OrgFile.END -> new OrgFile.End(bytes.varint(), bytes.varint(), hash(bytes));
            default -> throw new MalformedBytesException("there is no chunk of kind " + kind);
        };
        bytes.checkEnd();
        return chunk;
    }

    private OrgFile.Aggregate aggregate(CompactReader bytes) {
        var key = new AggregateKey(header.orgId(), uuid(bytes), uuid(bytes));
        long baseVersion = bytes.varint();
        var baseHash = hash(bytes);
        long version = bytes.varint();
        var hash = hash(bytes);
        int state = bytes.u8();
        if (state > 2 || version < 1 || baseVersion > version || (state != 0 && baseVersion != version)) {
            throw new MalformedBytesException("it is in no state that an aggregate can be in");
        }
        return new OrgFile.Aggregate(key, baseVersion, baseHash,
                new Head(version, baseVersion + 1, Heads.state(state), hash, bytes.varint()));
    }

    /// Events keep the limits of an append, which are those of all that is read from a store.
    private static OrgFile.Events events(CompactReader bytes, byte[] body) {
        long firstVersion = bytes.varint();
        long recordedMs = bytes.varint();
        long count = bytes.varint();
        if (count < 1 || count > Limits.MAX_EVENTS_PER_REQUEST) {
            throw new MalformedBytesException("it has " + count + " events");
        }
        int bodiesAt = body.length - bytes.remaining();
        List<Decision.Event> events = new ArrayList<>();
        var ends = new int[(int) count];
        long sum = 0;
        for (int i = 0; i < count; i++) {
            var event = Decisions.readEvent(bytes);
            sum += NewEvent.of(event.type(), event.payload()).withMetadata(event.metadata()).bytes();
            events.add(event);
            ends[i] = body.length - bytes.remaining() - bodiesAt;
        }
        if (sum > Limits.MAX_REQUEST_BYTES) {
            throw new MalformedBytesException("its events have " + sum + " bytes");
        }
        return new OrgFile.Events(firstVersion, recordedMs, events,
                Arrays.copyOfRange(body, bodiesAt, body.length), ends);
    }

    private void checkEnd(OrgFile.End end) throws IOException {
        if (!end.digest().equals(Hash256.of(digest.digest()))) {
            throw damaged("its digest does not match what comes before");
        }
        if (offset != size) {
            throw new DamagedException(file, offset, "there is something behind its end");
        }
    }

    private static UUID uuid(CompactReader bytes) {
        return new UUID(bytes.i64(), bytes.i64());
    }

    private static Hash256 hash(CompactReader bytes) {
        return Hash256.of(bytes.bytes(Hash256.BYTES));
    }
}
