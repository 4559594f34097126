package dev.bailiwick.store;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// 2014: nobody can say whether the request was executed. Resending it under its command id is safe.
public final class OutcomeUnknownException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final transient Optional<UUID> commandId;
    private final String reason;

    public OutcomeUnknownException(Optional<UUID> commandId, String reason) {
        super(ErrorCode.OUTCOME_UNKNOWN,
                "the request may or may not have been executed (" + reason + "); "
                        + commandId.map(id -> "send it again under command id " + id)
                                .orElse("it had no command id, so read before sending it again"),
                Map.of("commandId", commandId, "reason", reason));
        this.commandId = commandId;
        this.reason = reason;
    }

    public Optional<UUID> commandId() {
        return commandId;
    }

    public String reason() {
        return reason;
    }
}
