package dev.bailiwick.client;

import dev.bailiwick.protocol.Verifications;
import dev.bailiwick.protocol.v1.EventStoreServiceGrpc;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.ServerFaultException;
import dev.bailiwick.store.VerifyReport;
import dev.bailiwick.store.VerifyRequest;
import java.time.Duration;

/// A verification, which may take long: it has no deadline once the server has begun to answer, and is begun anew only before that.
final class RemoteVerification {
    private final Channels channels;
    private final Refusals refusals;
    private final Closing closing;
    private final Backoff backoff;
    private final Duration deadline;

    RemoteVerification(Channels channels, Refusals refusals, Closing closing, Backoff backoff, Duration deadline) {
        this.channels = channels;
        this.refusals = refusals;
        this.closing = closing;
        this.backoff = backoff;
        this.deadline = deadline;
    }

    VerifyReport verify(VerifyRequest request) {
        closing.checkOpen();
        long endNs = System.nanoTime() + deadline.toNanos();
        var attempt = new Attempt(request);
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

    private final class Attempt {
        private final VerifyRequest request;
        private boolean begun;

        Attempt(VerifyRequest request) {
            this.request = request;
        }

        VerifyReport run() {
            var stream = ServerStream.open(channels.next(), EventStoreServiceGrpc.getVerifyMethod(),
                    Verifications.encode(request.scope()), refusals);
            try {
                for (var step = stream.next(); step.isPresent(); step = stream.next()) {
                    begun = true;
                    if (step.get().hasReport()) {
                        return Verifications.decode(step.get().getReport());
                    }
                    request.progress().accept(Verifications.decode(step.get().getProgress()));
                }
                throw new ServerFaultException("a verification ended without a report");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw interrupted();
            } finally {
                stream.cancel();
            }
        }
    }
}
