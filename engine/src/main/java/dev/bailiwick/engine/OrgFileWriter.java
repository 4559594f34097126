package dev.bailiwick.engine;

import dev.bailiwick.engine.OrgFile.Aggregate;
import dev.bailiwick.store.Hash256;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.zip.CRC32C;

/// Writes an [OrgFile]. What was written of an aggregate can be taken back. For one thread.
final class OrgFileWriter implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 20;
    private static final int SMALL_BYTES = 512;
    private static final int EVENT_BYTES = 128;

    private final FileChannel channel;
    private ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private MessageDigest digest = sha256();
    private long written;
    private long aggregates;
    private long events;
    private Mark mark;

    /// Where the file can be taken back to.
    private record Mark(long position, MessageDigest digest, long aggregates, long events) {}

    OrgFileWriter(Path file, OrgFile.Header header) throws IOException {
        this.channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING);
        buffer.put(OrgFile.MAGIC).putShort((short) OrgFile.FORMAT);
        BodyWriter.uuid(buffer, header.orgId());
        BodyWriter.uuid(buffer, header.storeId());
        buffer.putLong(header.takenMs());
        buffer.putInt(OrgFile.checksum(buffer.array(), 0, buffer.position()));
        digest.update(buffer.array(), 0, buffer.position());
        this.mark = new Mark(position(), copy(digest), 0, 0);
    }

    /// Begins an aggregate; until the next begins, [#takeBack] takes it back.
    void begin(Aggregate aggregate) throws IOException {
        mark = new Mark(position(), copy(digest), aggregates, events);
        int start = reserve(SMALL_BYTES);
        BodyWriter.uuid(buffer, aggregate.key().aggregateTypeId());
        BodyWriter.uuid(buffer, aggregate.key().aggregateId());
        BodyWriter.varint(buffer, aggregate.baseVersion());
        BodyWriter.hash(buffer, aggregate.baseHash());
        BodyWriter.varint(buffer, aggregate.head().version());
        BodyWriter.hash(buffer, aggregate.head().hash());
        buffer.put((byte) Heads.code(aggregate.head().state()));
        BodyWriter.varint(buffer, aggregate.head().lastWriteMs());
        finish(start, OrgFile.AGGREGATE);
        aggregates++;
    }

    void add(long firstVersion, long recordedMs, List<Decision.Event> some) throws IOException {
        int start = reserve(SMALL_BYTES + some.stream().mapToInt(OrgFileWriter::maxBytes).sum());
        BodyWriter.varint(buffer, firstVersion);
        BodyWriter.varint(buffer, recordedMs);
        BodyWriter.varint(buffer, some.size());
        some.forEach(event -> Decisions.writeEvent(buffer, event));
        finish(start, OrgFile.EVENTS);
        events += some.size();
    }

    /// As if the last aggregate had not begun.
    void takeBack() throws IOException {
        if (mark.position() >= written) {
            buffer.position((int) (mark.position() - written));
        } else {
            buffer.clear();
            channel.truncate(mark.position());
            channel.position(mark.position());
            written = mark.position();
        }
        digest = copy(mark.digest());
        aggregates = mark.aggregates();
        events = mark.events();
    }

    /// Returns when the file is whole and durable.
    void end() throws IOException {
        var sum = Hash256.of(copy(digest).digest());
        int start = reserve(SMALL_BYTES);
        BodyWriter.varint(buffer, aggregates);
        BodyWriter.varint(buffer, events);
        BodyWriter.hash(buffer, sum);
        finish(start, OrgFile.END);
        drain();
        channel.force(true);
    }

    ExportReport report() {
        return new ExportReport(aggregates, events, position());
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private long position() {
        return written + buffer.position();
    }

    /// Makes room for a chunk and returns where it begins.
    private int reserve(int bodyBytes) throws IOException {
        int bytes = OrgFile.CHUNK_HEADER_BYTES + bodyBytes;
        if (buffer.remaining() < bytes) {
            drain();
        }
        if (buffer.remaining() < bytes) {
            buffer = ByteBuffer.allocate(bytes);
        }
        int start = buffer.position();
        buffer.position(start + OrgFile.CHUNK_HEADER_BYTES);
        return start;
    }

    private void finish(int start, byte kind) {
        int end = buffer.position();
        buffer.putInt(start, end - start - OrgFile.CHUNK_HEADER_BYTES).put(start + 8, kind);
        var crc = new CRC32C();
        crc.update(buffer.array(), start, 4);
        crc.update(buffer.array(), start + 8, end - start - 8);
        buffer.putInt(start + 4, (int) crc.getValue());
        digest.update(buffer.array(), start, end - start);
    }

    private void drain() throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            written += channel.write(buffer);
        }
        buffer.clear();
    }

    private static int maxBytes(Decision.Event event) {
        int bytes = EVENT_BYTES + 3 * event.type().length() + event.payload().length;
        for (var entry : event.metadata().entrySet()) {
            bytes += 2 * BodyWriter.MAX_VARINT_BYTES + 3 * (entry.getKey().length() + entry.getValue().length());
        }
        return bytes;
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static MessageDigest copy(MessageDigest digest) {
        try {
            return (MessageDigest) digest.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the digest of every Java can be copied", e);
        }
    }
}
