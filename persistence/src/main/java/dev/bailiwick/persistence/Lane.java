package dev.bailiwick.persistence;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Some events of one model that are handled one after the other, until one fails.
///
/// Runs in one thread; what became of it is asked after that one has ended.
final class Lane {
    private final EventDraft.Stream stream;
    private final List<LoggedEvent> events;
    private final @Nullable Stall stall;
    private final boolean hasMore;
    private final boolean isHeld;
    private int taken;
    private @Nullable Throwable failure;

    /// @param stall where the model was stalled
    /// @param hasMore whether there are events of the model that would come next and were not read
    /// @param isHeld whether nothing of it is handled here, since its shard has left; it becomes a stall
    Lane(EventDraft.Stream stream, List<LoggedEvent> events, @Nullable Stall stall, boolean hasMore, boolean isHeld) {
        this.stream = stream;
        this.events = events;
        this.stall = stall;
        this.hasMore = hasMore;
        this.isHeld = isHeld;
    }

    /// @param mayGoOn asked before each event
    void run(EventHandler code, BooleanSupplier mayGoOn, HandlerCounts counts) {
        for (var event : events) {
            if (isHeld || !mayGoOn.getAsBoolean()) {
                return;
            }
            if (attempts() > 0) {
                counts.retried.increment();
            }
            try {
                code.handle(event);
            } catch (ShardMovingException e) {
                return; // it is for the next attempt, wherever that is, and no failure of the handler
            } catch (Throwable e) { // also what is no exception: an event that overflows the stack is to be parked
                failure = e;
                counts.failed.increment();
                return;
            }
            taken++;
            counts.delivered.increment();
        }
    }

    /// Of the next event.
    private int attempts() {
        return stall == null || taken > 0 ? 0 : stall.attempts();
    }

    /// Writes what is left of it.
    ///
    /// @return what was parked
    Optional<LoggedEvent> settle(StallTable stalls, Transaction transaction, Handler handler) {
        if (failure != null) {
            return settleFailure(stalls, transaction, handler, failure);
        }
        boolean isDone = taken == events.size() && !hasMore;
        if (isDone && stall != null) {
            stalls.remove(transaction, handler.name(), stream);
        } else if (!isDone && (taken > 0 || stall == null)) {
            long after = taken < events.size() ? events.get(taken).version() - 1 : events.getLast().version();
            stalls.put(transaction, handler.name(), stalled(after, 0, Stall.State.WAITING, ""), Duration.ZERO,
                    stall == null);
        }
        return Optional.empty();
    }

    private Optional<LoggedEvent> settleFailure(StallTable stalls, Transaction transaction, Handler handler,
            Throwable cause) {
        var event = events.get(taken);
        int attempts = attempts() + 1;
        boolean isParked = attempts >= handler.retry().maxAttempts();
        var next = stalled(event.version() - 1, attempts, isParked ? Stall.State.PARKED : Stall.State.WAITING,
                Stall.textOf(cause));
        var delay = isParked
                ? Duration.ZERO
                : handler.retry().delayAfter(attempts, RandomGenerator.getDefault());
        stalls.put(transaction, handler.name(), next, delay, stall == null);
        return isParked ? Optional.of(event) : Optional.empty();
    }

    private Stall stalled(long afterVersion, int attempts, Stall.State state, String text) {
        return new Stall(stream, Slot.of(stream.modelId()), afterVersion, attempts, state, Instant.EPOCH,
                text);
    }
}
