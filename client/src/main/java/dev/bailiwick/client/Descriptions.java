package dev.bailiwick.client;

import dev.bailiwick.placement.PartitionMap;
import dev.bailiwick.protocol.Protocol;
import dev.bailiwick.protocol.Values;
import dev.bailiwick.protocol.v1.DescribeRequest;
import dev.bailiwick.protocol.v1.DescribeResponse;
import dev.bailiwick.protocol.v1.EventStoreServiceGrpc;
import dev.bailiwick.store.ServerFaultException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// The rule and the map of the server, asked for at the start, when a request was refused for an old map, and when the map has not been
/// looked at for a while. The server sends it again only if it has changed. Thread-safe.
final class Descriptions {
    private static final long FRESH_NS = TimeUnit.SECONDS.toNanos(10);

    private final SingleCalls calls;
    private final LongAdder misses = new LongAdder();
    private volatile @Nullable Description known;
    private volatile boolean stale;

    Descriptions(SingleCalls calls) {
        this.calls = calls;
    }

    /// What the server said last, however long ago.
    Description latest() {
        var latest = known;
        return latest == null ? refresh() : latest;
    }

    /// What the server said a short while ago, or says now.
    Description fresh() {
        var latest = known;
        return latest == null || stale || System.nanoTime() - latest.readAtNs() > FRESH_NS ? refresh() : latest;
    }

    /// A request was refused for an old map.
    void missed() {
        misses.increment();
        stale = true;
    }

    long misses() {
        return misses.sum();
    }

    private Description refresh() {
        stale = false;
        var before = known;
        var answer = calls.read(EventStoreServiceGrpc.getDescribeMethod(),
                DescribeRequest.newBuilder().setKnownEpoch(before == null ? 0 : before.map().epoch()).build());
        if (answer.getProtocol() < Protocol.VERSION) {
            throw new ServerFaultException("it speaks protocol " + answer.getProtocol() + " and this client "
                    + Protocol.VERSION + "; update the server");
        }
        var description = new Description(Values.decode(answer.getRoutingRule()), map(answer, before),
                answer.getLimits().getMaxRequestMessageBytes(), System.nanoTime());
        known = description;
        return description;
    }

    private static PartitionMap map(DescribeResponse answer, @Nullable Description before) {
        var message = answer.getPartitionMap();
        return before != null && message.getEpoch() == before.map().epoch()
                ? before.map()
                : PartitionMap.fromBytes(message.getEncoded().toByteArray());
    }
}
