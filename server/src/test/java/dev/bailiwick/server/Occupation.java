package dev.bailiwick.server;

import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.Subscription;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// What a server is occupied with, as everybody who could know tells it: what began there and has not ended.
final class Occupation implements CallObserver {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger storeCalls = new AtomicInteger();
    private final AtomicInteger appends = new AtomicInteger();
    private final AtomicInteger subscriptions = new AtomicInteger();
    private final AtomicInteger everStarted = new AtomicInteger();

    /// @param connections as the observer was told
    /// @param admitted    connections as the server counts them for its limit
    /// @param strangers   connections that are not admitted
    /// @param calls       of any kind, as the observer was told
    /// @param lasting     append streams and subscriptions of the server
    /// @param storeCalls  that are inside the store
    /// @param appends     that the store has not answered
    /// @param subscriptions of the store
    record Count(int connections, int admitted, int strangers, int calls, int lasting, int storeCalls, int appends,
            int subscriptions) {
        static final Count NOTHING = new Count(0, 0, 0, 0, 0, 0, 0, 0);
    }

    Count count(BailiwickServer server) {
        return new Count(connections.get(), server.connections(), server.strangers(), calls.get(), server.openCalls(),
                storeCalls.get(), appends.get(), subscriptions.get());
    }

    /// The server hears a little later than the client that something is over.
    Count await(BailiwickServer server, Count expected) {
        long deadline = System.nanoTime() + PATIENCE_NS;
        var count = count(server);
        while (!count.equals(expected) && System.nanoTime() < deadline) {
            Thread.onSpinWait();
            count = count(server);
        }
        return count;
    }

    int everStarted() {
        return everStarted.get();
    }

    EventStore around(EventStore store) {
        return (EventStore) Proxy.newProxyInstance(Occupation.class.getClassLoader(), new Class<?>[]{EventStore.class},
                (proxy, method, arguments) -> {
                    storeCalls.incrementAndGet();
                    try {
                        var result = method.invoke(store, arguments);
                        if (result instanceof CompletableFuture<?> answer) {
                            lasts(appends, answer);
                        } else if (result instanceof Subscription subscription) {
                            lasts(subscriptions, subscription.end());
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    } finally {
                        storeCalls.decrementAndGet();
                    }
                });
    }

    private static void lasts(AtomicInteger count, CompletableFuture<?> end) {
        count.incrementAndGet();
        var _ = end.whenComplete((result, failure) -> count.decrementAndGet());
    }

    @Override
    public void connectionOpened() {
        connections.incrementAndGet();
    }

    @Override
    public void connectionClosed() {
        connections.decrementAndGet();
    }

    @Override
    public void started(String method) {
        everStarted.incrementAndGet();
        calls.incrementAndGet();
    }

    @Override
    public void finished(FinishedCall call) {
        calls.decrementAndGet();
    }
}
