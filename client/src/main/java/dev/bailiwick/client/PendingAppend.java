package dev.bailiwick.client;

import dev.bailiwick.protocol.v1.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.BailiwickException;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// An append that has no answer yet.
final class PendingAppend {
    final dev.bailiwick.store.AppendRequest request;
    final AppendRequest message;
    final UUID commandId;
    final long deadlineNs;
    final int kilobytes;
    /// Whether a thread does nothing but wait for the answer. Otherwise anything may be attached to it.
    final boolean awaited;
    final CompletableFuture<AppendResult> answer = new CompletableFuture<>();
    private final AtomicBoolean done = new AtomicBoolean();
    private @Nullable AppendResult result;
    private @Nullable BailiwickException refusal;

    /// Whether it is with the server now.
    volatile boolean inFlight;
    /// Whether an earlier attempt may have been executed.
    volatile boolean perhapsExecuted;
    /// Why the last attempt that was answered was refused.
    volatile @Nullable BailiwickException lastRefusal;
    /// How many attempts were refused.
    final AtomicInteger refusals = new AtomicInteger();

    PendingAppend(dev.bailiwick.store.AppendRequest request, AppendRequest message, UUID commandId, long deadlineNs,
            int kilobytes, boolean awaited) {
        this.request = request;
        this.message = message;
        this.commandId = commandId;
        this.deadlineNs = deadlineNs;
        this.kilobytes = kilobytes;
        this.awaited = awaited;
    }

    /// Whether the id is the client's own: then every duplicate is a resend of the client's.
    boolean hasOwnId() {
        return request.commandId().isEmpty();
    }

    /// For the one who has the answer, which is kept back.
    boolean finish(AppendResult found) {
        if (!done.compareAndSet(false, true)) {
            return false;
        }
        result = found;
        return true;
    }

    /// The same for a refusal.
    boolean finish(BailiwickException why) {
        if (!done.compareAndSet(false, true)) {
            return false;
        }
        refusal = why;
        return true;
    }

    /// Gives the answer that was kept back.
    void giveAnswer() {
        if (refusal != null) {
            answer.completeExceptionally(refusal);
        } else {
            answer.complete(result);
        }
    }

    boolean isDone() {
        return done.get();
    }
}
