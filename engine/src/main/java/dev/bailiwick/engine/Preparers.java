package dev.bailiwick.engine;

import dev.bailiwick.store.AppendRequest;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// Prepares requests for any thread. Keeps some preparers, since their digests and buffers are worth using again.
final class Preparers {
    private static final int MAX_IDLE = 64;

    private final Routing routing;
    private final ConcurrentLinkedQueue<Preparer> idle = new ConcurrentLinkedQueue<>();
    private final AtomicInteger idleCount = new AtomicInteger();

    Preparers(Routing routing) {
        this.routing = routing;
    }

    Prepared prepare(AppendRequest request) {
        var known = idle.poll();
        var preparer = known == null ? new Preparer(routing) : known;
        var prepared = preparer.prepare(request);
        if (known != null || idleCount.incrementAndGet() <= MAX_IDLE) {
            idle.add(preparer);
        } else {
            idleCount.decrementAndGet();
        }
        return prepared;
    }
}
