package dev.bailiwick.server;

import dev.bailiwick.protocol.Verifications;
import dev.bailiwick.protocol.v1.VerifyResponse;
import dev.bailiwick.store.VerifyRequest;
import io.grpc.Status;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Sends progress as far as the client takes it, and the last one in any case. A client that is gone ends the verification.
/// Thread-safe.
final class VerifyProgressSender implements Consumer<VerifyRequest.Progress> {
    private final PacedCall<VerifyResponse> call;
    private final ReentrantLock lock = new ReentrantLock();
    private VerifyRequest.@Nullable Progress unsent;

    VerifyProgressSender(PacedCall<VerifyResponse> call) {
        this.call = call;
    }

    @Override
    public void accept(VerifyRequest.Progress progress) {
        if (call.isCancelled()) {
            throw Status.CANCELLED.withDescription("the client has gone").asRuntimeException();
        }
        lock.lock();
        try {
            unsent = progress;
            if (call.isReady()) {
                send();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    void finish() throws InterruptedException {
        lock.lock();
        try {
            send();
        } finally {
            lock.unlock();
        }
    }

    private void send() throws InterruptedException {
        if (unsent != null) {
            call.send(VerifyResponse.newBuilder().setProgress(Verifications.encode(unsent)).build());
            unsent = null;
        }
    }
}
