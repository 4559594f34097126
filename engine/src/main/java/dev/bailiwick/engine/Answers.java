package dev.bailiwick.engine;

import dev.bailiwick.store.BailiwickException;
import java.util.concurrent.ExecutionException;

/// Waiting for a shard's answer.
final class Answers {
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
