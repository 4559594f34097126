package dev.bailiwick.client;

import dev.bailiwick.store.StoreClosedException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Whether the client is closed. Who waits before trying again waits here, so that closing ends it. Thread-safe.
final class Closing {
    private final CountDownLatch closed = new CountDownLatch(1);

    /// Tells whether it was still open.
    synchronized boolean close() {
        boolean first = closed.getCount() > 0;
        closed.countDown();
        return first;
    }

    boolean isClosed() {
        return closed.getCount() == 0;
    }

    void checkOpen() {
        if (isClosed()) {
            throw new StoreClosedException();
        }
    }

    /// Waits, and fails if the client is closed meanwhile.
    void pause(long nanos) throws InterruptedException {
        if (closed.await(nanos, TimeUnit.NANOSECONDS)) {
            throw new StoreClosedException();
        }
    }
}
