package dev.bailiwick.engine;

import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.spi.Fingerprint;
import dev.bailiwick.store.spi.HashChain;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// Makes [Prepared] requests. Belongs to one thread at a time.
final class Preparer {
    private static final int CONTENT_BYTES = 64;
    private static final int BODY_BYTES = HashChain.SALT_BYTES + 3 * BodyWriter.MAX_VARINT_BYTES;
    private static final int METADATA_BYTES = 2 * BodyWriter.MAX_VARINT_BYTES;

    private final Routing routing;
    private final Fingerprint fingerprint = new Fingerprint();
    private final HashChain chain = new HashChain();
    private final Salts salts = new Salts();
    private ByteBuffer bodies = ByteBuffer.allocate(4 << 10);
    private ByteBuffer contents = ByteBuffer.allocate(4 << 10);

    Preparer(Routing routing) {
        this.routing = routing;
    }

    Prepared prepare(AppendRequest request) {
        var writes = request.writes();
        var partitions = new int[writes.size()];
        var bodyEnds = new int[writes.size()];
        int events = 0;
        for (var write : writes) {
            events += write.events().size();
        }
        var contentEnds = new int[events];
        bodies.clear();
        contents.clear();
        int number = 0;
        for (int i = 0; i < partitions.length; i++) {
            partitions[i] = routing.partitionOf(writes.get(i).key());
            for (var event : writes.get(i).events()) {
                put(event);
                contentEnds[number++] = contents.position();
            }
            bodyEnds[i] = bodies.position();
        }
        return new Prepared(request, request.commandId().isPresent() ? fingerprint.take(request) : null, partitions,
                Arrays.copyOf(bodies.array(), bodies.position()), bodyEnds,
                Arrays.copyOf(contents.array(), contents.position()), contentEnds);
    }

    private void put(NewEvent event) {
        int bytes = event.bytes() + event.metadata().size() * METADATA_BYTES;
        bodies = withRoom(bodies, bytes + BODY_BYTES);
        contents = withRoom(contents, bytes + CONTENT_BYTES);
        BodyWriter.text(bodies, event.type());
        BodyWriter.varint(bodies, event.metadata().size());
        event.metadata().forEach((key, value) -> {
            BodyWriter.text(bodies, key);
            BodyWriter.text(bodies, value);
        });
        var payload = event.payloadBuffer();
        BodyWriter.varint(bodies, payload.remaining());
        int salted = bodies.position();
        salts.put(bodies);
        bodies.put(payload);
        var payloadHash = chain.payload(bodies.array(), salted, bodies.position() - salted);
        HashChain.putContent(contents, event.type(), event.metadata(), payloadHash);
    }

    private static ByteBuffer withRoom(ByteBuffer buffer, int bytes) {
        if (buffer.remaining() >= bytes) {
            return buffer;
        }
        var larger = ByteBuffer.allocate(Math.max(buffer.capacity() * 2, buffer.position() + bytes));
        return larger.put(buffer.flip());
    }
}
