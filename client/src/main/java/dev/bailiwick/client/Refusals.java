package dev.bailiwick.client;

import dev.bailiwick.protocol.Errors;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.ErrorCode;
import dev.bailiwick.store.PermissionDeniedException;
import dev.bailiwick.store.ServerFaultException;
import dev.bailiwick.store.ServerUnavailableException;
import dev.bailiwick.store.UnauthenticatedException;
import io.grpc.Metadata;
import io.grpc.Status;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the end of a call means: the error that the server sent along, or what the status says where the network or somebody in between
/// ended it.
final class Refusals {
    /// What passes by itself. A full or locked disk does not.
    private static final Set<ErrorCode> PASSING = Set.of(ErrorCode.OUTCOME_UNKNOWN, ErrorCode.STALE_PARTITION_MAP,
            ErrorCode.PARTITION_MOVING, ErrorCode.SHARD_BUSY, ErrorCode.SERVER_UNAVAILABLE);

    private final String server;

    Refusals(ServerAddress server) {
        this.server = server.toString();
    }

    /// @param fromServer whether the server itself refused the call, so that it is known what happened
    record Refusal(BailiwickException error, boolean fromServer) {
        boolean passes() {
            return Refusals.passes(error);
        }
    }

    /// Whether the client tries again by itself.
    static boolean passes(BailiwickException error) {
        return PASSING.contains(error.code());
    }

    Refusal of(Status status, @Nullable Metadata trailers) {
        Optional<BailiwickException> sent = Errors.fromTrailers(trailers);
        return sent.isPresent() ? new Refusal(sent.get(), true) : new Refusal(guess(status), false);
    }

    ServerUnavailableException unavailable(String reason) {
        return new ServerUnavailableException(server, reason);
    }

    private BailiwickException guess(Status status) {
        if (status.getCause() instanceof IOException) { // no server sends a cause: it is gRPC's own way of saying that the line broke
            return unavailable(text(status));
        }
        return switch (status.getCode()) {
            case UNAUTHENTICATED -> new UnauthenticatedException();
            case PERMISSION_DENIED -> new PermissionDeniedException("to call", server);
            case UNIMPLEMENTED, INVALID_ARGUMENT, NOT_FOUND, ALREADY_EXISTS, FAILED_PRECONDITION, OUT_OF_RANGE,
                    DATA_LOSS, RESOURCE_EXHAUSTED, UNKNOWN, OK ->
                new ServerFaultException(server + " answered " + text(status) + "; is it a Bailiwick server?");
            case UNAVAILABLE, CANCELLED, DEADLINE_EXCEEDED, INTERNAL, ABORTED -> unavailable(text(status));
        };
    }

    private static String text(Status status) {
        var cause = status.getCause();
        return status.getCode() + (status.getDescription() == null ? "" : " " + status.getDescription())
                + (cause == null || cause.getMessage() == null ? "" : ", " + cause.getMessage());
    }
}
