package dev.bailiwick.server;

import dev.bailiwick.protocol.Errors;
import dev.bailiwick.protocol.v1.Error;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.ServerFaultException;
import dev.bailiwick.store.ServerUnavailableException;
import dev.bailiwick.store.StoreClosedException;
import io.grpc.StatusRuntimeException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/// What callers are told about failures. A defect is told as a number of an incident, under which the log has the rest.
final class Failures {
    private static final Logger LOG = System.getLogger("dev.bailiwick.server");

    private final String server;

    /// @param server its address
    Failures(String server) {
        this.server = server;
    }

    StatusRuntimeException status(Throwable failure) {
        return failure instanceof StatusRuntimeException status ? status : Errors.toStatus(exception(failure));
    }

    Error message(Throwable failure) {
        return Errors.encode(exception(failure));
    }

    /// A closed store is a server that is closing: others may go on, or this one soon again.
    BailiwickException exception(Throwable failure) {
        return switch (failure) {
            case StoreClosedException ignored -> shuttingDown();
            case BailiwickException refusal -> refusal;
            case CompletionException wrapped when wrapped.getCause() != null -> exception(wrapped.getCause());
            case ExecutionException wrapped when wrapped.getCause() != null -> exception(wrapped.getCause());
            default -> fault(failure);
        };
    }

    ServerUnavailableException shuttingDown() {
        return new ServerUnavailableException(server, "it is shutting down");
    }

    private static ServerFaultException fault(Throwable failure) {
        var incident = UUID.randomUUID();
        LOG.log(Level.ERROR, "incident " + incident, failure);
        return new ServerFaultException("incident " + incident);
    }
}
