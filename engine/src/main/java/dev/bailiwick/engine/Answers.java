package dev.bailiwick.engine;

import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.StoreClosedException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Waiting for a shard's answer.
final class Answers {
    private static final int LOOK_MS = 100;

    private Answers() {
    }

    static <T> T await(Work<T> work) throws InterruptedException {
        try {
            return work.answer().get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof BailiwickException refusal) {
                throw refusal;
            }
            throw new IllegalStateException("a shard failed to decide", e.getCause());
        }
    }

    static <T> T awaitUninterruptibly(Work<T> work) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return await(work);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// @param runner who gives the answer, while it lives
    static <T> T awaitErrand(CompletableFuture<T> answer, Thread runner) throws IOException {
        boolean interrupted = false;
        try {
            while (true) {
                boolean last = !runner.isAlive();
                try {
                    return answer.get(LOOK_MS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    if (last) {
                        throw new StoreClosedException();
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw rethrown(e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static IOException rethrown(ExecutionException e) throws IOException {
        if (e.getCause() instanceof RuntimeException defect) {
            throw defect;
        }
        if (e.getCause() instanceof NoRoomException noRoom) {
            throw noRoom;
        }
        return new IOException(e.getCause());
    }

    static void awaitUninterruptibly(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
