package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.OutcomeUnknownException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// Something for a shard's thread to decide, and the promise of an answer. The answer is given when everything that it rests on
/// is durable.
final class Work<T> {
    private final Need need;
    private final Decide<T> decide;
    private final int bytes;
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private @Nullable T result;
    private @Nullable RuntimeException refusal;

    private Recipient recipient = Recipient.PLATFORM_THREAD;
    private long cameAtNanos;

    // What follows belongs to the shard's thread.
    private @Nullable Loaded loaded;
    private boolean loading;
    private boolean decided;

    Work(Need need, int bytes, Decide<T> decide) {
        this.need = need;
        this.bytes = bytes;
        this.decide = decide;
    }

    /// Who gets an answer: a thread that waits for it, or anything that somebody attached to it.
    enum Recipient {
        PLATFORM_THREAD, VIRTUAL_THREAD, ANYTHING
    }

    /// What must be known for the decision.
    ///
    /// @param keys whose heads
    /// @param command whose earlier execution
    record Need(List<AggregateKey> keys, Optional<CommandNeed> command) {
        static final Need NOTHING = new Need(List.of(), Optional.empty());

        static Need head(AggregateKey key) {
            return new Need(List.of(key), Optional.empty());
        }
    }

    /// Which command, and where it may have been executed.
    ///
    /// @param partitions those that the request touches
    @SuppressWarnings("ArrayRecordComponent") // made for one request, never compared
    record CommandNeed(UUID org, UUID id, int[] partitions) {}

    /// What is known when a decision is made.
    ///
    /// @param heads of the keys, in their order; null for what never existed
    /// @param command the earlier execution, if there was one
    @SuppressWarnings("ArrayRecordComponent") // made for one decision, never compared
    record Known(@Nullable Head[] heads, @Nullable Remembered command) {}

    /// An earlier execution of a command.
    record Remembered(FrameLocation location, Decision.Appended decision, long timeMs) {}

    /// Makes the decision, on the shard's thread; refuses with an exception.
    interface Decide<T> {
        T decide(Shard.Desk desk, Known known);
    }

    Need need() {
        return need;
    }

    /// What it counts in the queue.
    int bytes() {
        return bytes;
    }

    Optional<UUID> commandId() {
        return need.command().map(CommandNeed::id);
    }

    CompletableFuture<T> answer() {
        return answer;
    }

    /// Says before the work is handed over who gets the answer.
    void answerTo(Recipient who) {
        recipient = who;
    }

    Recipient recipient() {
        return recipient;
    }

    /// Says before the work is handed over that it is one of those whose waiting is measured.
    void cameAt(long nanos) {
        cameAtNanos = nanos;
    }

    /// 0 if its waiting is not measured.
    long cameAtNanos() {
        return cameAtNanos;
    }

    @Nullable
    Loaded loaded() {
        return loaded;
    }

    void loaded(@Nullable Loaded found) {
        loaded = found;
        loading = false;
    }

    boolean isLoading() {
        return loading;
    }

    void startLoading() {
        loading = true;
    }

    /// Decides and keeps the answer back.
    void decide(Shard.Desk desk, Known known) {
        decided = true;
        try {
            result = decide.decide(desk, known);
        } catch (RuntimeException e) {
            refusal = e;
        }
    }

    void refuse(RuntimeException e) {
        decided = true;
        refusal = e;
    }

    /// Whether it was decided; another line in which it stood may call it up once more.
    boolean isDecided() {
        return decided;
    }

    /// The answer that is kept back; null if it is none, or a refusal.
    @Nullable
    T result() {
        return result;
    }

    /// The refusal that is kept back.
    @Nullable
    RuntimeException refusal() {
        return refusal;
    }

    /// Gives the answer that was kept back.
    void giveAnswer() {
        if (refusal != null) {
            answer.completeExceptionally(refusal);
        } else {
            answer.complete(result);
        }
    }

    void outcomeUnknown(String reason) {
        refuse(new OutcomeUnknownException(commandId(), reason));
    }
}
