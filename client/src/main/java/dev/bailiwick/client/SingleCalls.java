package dev.bailiwick.client;

import dev.bailiwick.client.Refusals.Refusal;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.OutcomeUnknownException;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Calls with one answer, tried again until the deadline. Thread-safe.
final class SingleCalls {
    private final Channels channels;
    private final Refusals refusals;
    private final Closing closing;
    private final Backoff backoff;
    private final Duration deadline;

    SingleCalls(Channels channels, Refusals refusals, Closing closing, Backoff backoff, Duration deadline) {
        this.channels = channels;
        this.refusals = refusals;
        this.closing = closing;
        this.backoff = backoff;
        this.deadline = deadline;
    }

    /// For what changes nothing. Like reading from a file, it is not disturbed by an interrupt.
    <Q, A> A read(MethodDescriptor<Q, A> method, Q request) {
        return perform(method, request, Kind.READ);
    }

    /// For a change that may be made twice.
    <Q, A> A change(MethodDescriptor<Q, A> method, Q request) {
        return perform(method, request, Kind.REPEATABLE);
    }

    /// For a change that must not be made twice: if it may have been made, that is the answer.
    <Q, A> A changeOnce(MethodDescriptor<Q, A> method, Q request) {
        return perform(method, request, Kind.ONCE);
    }

    private enum Kind {
        READ, REPEATABLE, ONCE
    }

    private <Q, A> A perform(MethodDescriptor<Q, A> method, Q request, Kind kind) {
        closing.checkOpen();
        long endNs = System.nanoTime() + deadline.toNanos();
        for (int attempt = 0;; attempt++) {
            var call = new Attempt<A>(refusals);
            call.start(channels.next(), method, request, endNs - System.nanoTime());
            var outcome = call.await(kind);
            if (outcome.answer() != null) {
                return outcome.answer();
            }
            var refusal = outcome.refusal();
            closing.checkOpen();
            if (kind == Kind.ONCE && call.sent && !refusal.fromServer()) {
                throw unknown(String.valueOf(refusal.error().getMessage()));
            }
            long delayNs = backoff.delayNs(attempt);
            if (!refusal.passes() || System.nanoTime() + delayNs >= endNs) {
                throw refusal.error();
            }
            pause(delayNs, refusal.error());
            channels.hurry();
        }
    }

    private void pause(long nanos, BailiwickException otherwise) {
        try {
            closing.pause(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw otherwise;
        }
    }

    private static OutcomeUnknownException unknown(String reason) {
        return new OutcomeUnknownException(Optional.empty(), reason);
    }

    /// An answer or a refusal.
    private record Outcome<A>(@Nullable A answer, Refusal refusal) {}

    /// One attempt.
    private static final class Attempt<A> extends ClientCall.Listener<A> {
        private final Refusals refusals;
        private final CompletableFuture<Outcome<A>> outcome = new CompletableFuture<>();
        private @Nullable A answer;
        private volatile boolean sent;

        Attempt(Refusals refusals) {
            this.refusals = refusals;
        }

        <Q> void start(Channel channel, MethodDescriptor<Q, A> method, Q request, long withinNs) {
            var options = CallOptions.DEFAULT.withDeadlineAfter(withinNs, TimeUnit.NANOSECONDS)
                    .withStreamTracerFactory(new ClientStreamTracer.Factory() {
                        @Override
                        public ClientStreamTracer newClientStreamTracer(ClientStreamTracer.StreamInfo info,
                                Metadata headers) {
                            return new ClientStreamTracer() {
                                @Override
                                public void outboundMessage(int number) {
                                    sent = true;
                                }
                            };
                        }
                    });
            var call = channel.newCall(method, options);
            call.start(this, new Metadata());
            call.request(2);
            call.sendMessage(request);
            call.halfClose();
        }

        Outcome<A> await(Kind kind) {
            try {
                return kind == Kind.READ ? outcome.join() : outcome.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw unknown("the waiting thread was interrupted");
            } catch (ExecutionException | CompletionException e) {
                throw new IllegalStateException("an outcome is never exceptional", e);
            }
        }

        @Override
        public void onMessage(A message) {
            answer = message;
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            var refusal = refusals.of(status, trailers);
            outcome.complete(new Outcome<>(status.isOk() ? answer : null, refusal));
        }
    }
}
