package dev.bailiwick.testkit;

import dev.bailiwick.placement.ShardedUUID;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.CommandExpiredException;
import dev.bailiwick.store.CommandReusedException;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.InvalidRequestException;
import dev.bailiwick.store.spi.Fingerprint;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// The commands of the last while: by org and id, in every partition that the command touched. Guarded by the store's lock.
///
/// A command is kept for the window after it was executed, or after the time in its id where that is later because the sender's
/// clock is ahead. So when it is forgotten its id is older than the window, and a resend is refused, never executed again. An
/// id from further ahead than the window is refused, so that nothing is kept for ever.
final class CommandMemory {
    private final Duration window;
    private final Map<Command, Remembered> commands = new HashMap<>();

    CommandMemory(Duration window) {
        this.window = window;
    }

    /// The result of the first time, or empty if this is the first time.
    ///
    /// @param partitions those that the request touches
    Optional<AppendResult> recall(AppendRequest request, Set<Integer> partitions, Instant now) {
        return request.commandId().flatMap(id -> recall(id, request, partitions, now));
    }

    void remember(AppendRequest request, AppendResult result, Instant now) {
        request.commandId().ifPresent(id -> {
            var madeAt = ShardedUUID.from(id).instant().orElse(now);
            var until = (madeAt.isAfter(now) ? madeAt : now).plus(window);
            var remembered = new Remembered(Fingerprint.of(request), result, until);
            result.sequences().keySet()
                    .forEach(partition -> commands.put(new Command(partition, request.org(), id), remembered));
        });
    }

    private Optional<AppendResult> recall(UUID id, AppendRequest request, Set<Integer> partitions, Instant now) {
        commands.values().removeIf(remembered -> remembered.until().isBefore(now));
        for (int partition : partitions) {
            var remembered = commands.get(new Command(partition, request.org(), id));
            if (remembered != null && !remembered.fingerprint().equals(Fingerprint.of(request))) {
                throw new CommandReusedException(id);
            }
            if (remembered != null) {
                return Optional.of(remembered.result().asDuplicate());
            }
        }
        ShardedUUID.from(id).instant().ifPresent(madeAt -> checkAge(id, madeAt, now));
        return Optional.empty();
    }

    private void checkAge(UUID id, Instant madeAt, Instant now) {
        if (madeAt.isBefore(now.minus(window))) {
            throw new CommandExpiredException(id, now.minus(window));
        }
        if (madeAt.isAfter(now.plus(window))) {
            throw new InvalidRequestException("command id",
                    "its time " + madeAt + " is further ahead of the store's " + now + " than " + window);
        }
    }

    private record Command(int partition, UUID org, UUID id) {}

    private record Remembered(Hash256 fingerprint, AppendResult result, Instant until) {}
}
