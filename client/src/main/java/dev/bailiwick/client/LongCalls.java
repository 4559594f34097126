package dev.bailiwick.client;

import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.ServerFaultException;
import io.grpc.MethodDescriptor;
import java.time.Duration;
import java.util.Optional;

/// Calls that may take long: they have no deadline once the server has begun to answer, and are begun anew only before that.
/// Thread-safe.
final class LongCalls {
    private final Channels channels;
    private final Refusals refusals;
    private final Closing closing;
    private final Backoff backoff;
    private final Duration deadline;

    LongCalls(Channels channels, Refusals refusals, Closing closing, Backoff backoff, Duration deadline) {
        this.channels = channels;
        this.refusals = refusals;
        this.closing = closing;
        this.backoff = backoff;
        this.deadline = deadline;
    }

    /// What comes before the answer, and the answer.
    interface Steps<S, A> {
        /// Empty if this was not the last.
        Optional<A> take(S step);
    }

    <Q, S, A> A perform(MethodDescriptor<Q, S> method, Q request, Steps<S, A> steps) {
        closing.checkOpen();
        long endNs = System.nanoTime() + deadline.toNanos();
        var attempt = new Attempt<>(method, request, steps);
        for (int failures = 0;; failures++) {
            try {
                return attempt.run();
            } catch (BailiwickException e) {
                closing.checkOpen();
                long delayNs = backoff.delayNs(failures);
                if (attempt.begun || !Refusals.passes(e) || System.nanoTime() + delayNs >= endNs) {
                    throw e;
                }
                pause(delayNs);
                channels.hurry();
            }
        }
    }

    private void pause(long nanos) {
        try {
            closing.pause(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted();
        }
    }

    private BailiwickException interrupted() {
        return refusals.unavailable("the waiting thread was interrupted");
    }

    private final class Attempt<Q, S, A> {
        private final MethodDescriptor<Q, S> method;
        private final Q request;
        private final Steps<S, A> steps;
        private boolean begun;

        Attempt(MethodDescriptor<Q, S> method, Q request, Steps<S, A> steps) {
            this.method = method;
            this.request = request;
            this.steps = steps;
        }

        A run() {
            var stream = ServerStream.open(channels.next(), method, request, refusals);
            try {
                for (var step = stream.next(); step.isPresent(); step = stream.next()) {
                    begun = true;
                    var answer = steps.take(step.get());
                    if (answer.isPresent()) {
                        return answer.get();
                    }
                }
                throw new ServerFaultException(method.getBareMethodName() + " ended without an answer");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw interrupted();
            } finally {
                stream.cancel();
            }
        }
    }
}
