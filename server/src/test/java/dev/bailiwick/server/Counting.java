package dev.bailiwick.server;

import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.EventPage;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.FeedHandler;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.Subscription;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/// A store that counts what it is asked for, and whose appends can be held up or refused.
final class Counting {
    final AtomicInteger pages = new AtomicInteger();
    final AtomicInteger batches = new AtomicInteger();
    final AtomicInteger appends = new AtomicInteger();
    final AtomicReference<Subscription> lastSubscription = new AtomicReference<>();
    final Queue<BailiwickException> refusals = new ConcurrentLinkedQueue<>();
    volatile CompletableFuture<Void> gate = CompletableFuture.completedFuture(null);

    EventStore around(EventStore store) {
        return (EventStore) Proxy.newProxyInstance(Counting.class.getClassLoader(), new Class<?>[]{EventStore.class},
                (proxy, method, arguments) -> {
                    try {
                        return switch (method.getName()) {
                            case "read" -> read(store, (ReadRequest) arguments[0]);
                            case "appendAsync" -> append(store, (AppendRequest) arguments[0]);
                            case "subscribe" ->
                                subscribe(store, (SubscribeRequest) arguments[0], (FeedHandler) arguments[1]);
                            default -> method.invoke(store, arguments);
                        };
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private EventPage read(EventStore store, ReadRequest request) {
        pages.incrementAndGet();
        return store.read(request);
    }

    private CompletableFuture<AppendResult> append(EventStore store, AppendRequest request) {
        appends.incrementAndGet();
        var refusal = refusals.poll();
        if (refusal != null) {
            return CompletableFuture.failedFuture(refusal);
        }
        return gate.thenCompose(open -> store.appendAsync(request));
    }

    private Subscription subscribe(EventStore store, SubscribeRequest request, FeedHandler handler) {
        var subscription = store.subscribe(request, batch -> {
            batches.incrementAndGet();
            handler.handle(batch);
        });
        lastSubscription.set(subscription);
        return subscription;
    }
}
