package dev.bailiwick.persistence;

import java.util.Optional;
import java.util.UUID;

/// An event would belong to another org than those before it of the same model. Nothing was written.
public final class OrgMismatchException extends PersistenceException {
    private static final long serialVersionUID = 1;

    OrgMismatchException(String model, Optional<UUID> stream, Optional<UUID> event) {
        super(PersistenceError.ORG_MISMATCH, "the events of " + model + " belong to " + shown(stream)
                + ", and the next would belong to " + shown(event)
                + ". An org never touches the models of another: look at who executes the action, and at the OrgRule");
    }

    private static String shown(Optional<UUID> org) {
        return org.map(id -> "org " + id).orElse("no org");
    }
}
