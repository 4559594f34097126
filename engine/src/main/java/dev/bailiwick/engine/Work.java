package dev.bailiwick.engine;

import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.OutcomeUnknownException;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/// Something for a shard's thread to decide, and the promise of an answer. The answer is given when everything that it rests on
/// is durable.
final class Work<T> {
    private final Function<Shard.Desk, T> decide;
    private final Optional<UUID> commandId;
    private final int bytes;
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private Runnable giveAnswer = () -> {};

    private Work(Function<Shard.Desk, T> decide, Optional<UUID> commandId, int bytes) {
        this.decide = decide;
        this.commandId = commandId;
        this.bytes = bytes;
    }

    static <T> Work<T> of(Function<Shard.Desk, T> decide) {
        return new Work<>(decide, Optional.empty(), 0);
    }

    static <T> Work<T> of(AppendRequest request, Function<Shard.Desk, T> decide) {
        int bytes = 0;
        for (var write : request.writes()) {
            for (var event : write.events()) {
                bytes += event.bytes();
            }
        }
        return new Work<>(decide, request.commandId(), bytes);
    }

    /// What it counts in the queue.
    int bytes() {
        return bytes;
    }

    Optional<UUID> commandId() {
        return commandId;
    }

    CompletableFuture<T> answer() {
        return answer;
    }

    /// Decides, on the shard's thread, and keeps the answer back.
    void decide(Shard.Desk desk) {
        try {
            var result = decide.apply(desk);
            giveAnswer = () -> answer.complete(result);
        } catch (RuntimeException e) {
            giveAnswer = () -> answer.completeExceptionally(e);
        }
    }

    void giveAnswer() {
        giveAnswer.run();
    }

    void outcomeUnknown(String reason) {
        answer.completeExceptionally(new OutcomeUnknownException(commandId, reason));
    }
}
