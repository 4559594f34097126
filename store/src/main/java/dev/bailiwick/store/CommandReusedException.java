package dev.bailiwick.store;

import java.util.Map;
import java.util.UUID;

/// 2011: a command id was used before with different content.
public final class CommandReusedException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final transient UUID commandId;

    public CommandReusedException(UUID commandId) {
        super(ErrorCode.COMMAND_REUSED,
                "command " + commandId + " was executed with different content; a new command needs a new id",
                Map.of("commandId", commandId));
        this.commandId = commandId;
    }

    public UUID commandId() {
        return commandId;
    }
}
