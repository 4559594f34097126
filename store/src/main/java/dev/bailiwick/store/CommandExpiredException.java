package dev.bailiwick.store;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/// 2010: a command id is older than what the store remembers. Whether it was executed must be found out by reading.
public final class CommandExpiredException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final transient UUID commandId;
    private final transient Instant rememberedSince;

    public CommandExpiredException(UUID commandId, Instant rememberedSince) {
        super(ErrorCode.COMMAND_EXPIRED, "command " + commandId + " is from before " + rememberedSince
                + ", so the store cannot tell whether it was executed: read the aggregates, and send what is missing under a new id",
                Map.of("commandId", commandId, "rememberedSince", rememberedSince));
        this.commandId = commandId;
        this.rememberedSince = rememberedSince;
    }

    public UUID commandId() {
        return commandId;
    }

    /// Commands from before this time may be forgotten.
    public Instant rememberedSince() {
        return rememberedSince;
    }
}
