package dev.bailiwick.persistence;

import java.security.Principal;
import java.util.Optional;
import java.util.UUID;

/// Says to which org the events of a model belong. The org is a part of the key of their stream, so it is the same for all events of a model: a
/// change that would give another one is refused.
///
/// Thread-safe.
@FunctionalInterface
public interface OrgRule {
    /// The org of an event.
    ///
    /// @param model as it is after the event
    /// @param principal who executes the action; empty for a repository that writes without one
    /// @return empty where there is none
    Optional<UUID> orgOf(Model<?, ?, ?> model, Optional<Principal> principal);

    /// The org of the model if it is [OrgAware], else that of the principal if that one is. An application in which neither is has no orgs.
    static OrgRule standard() {
        return (model, principal) -> model instanceof OrgAware aware
                ? Optional.of(aware.orgId())
                : principal.filter(OrgAware.class::isInstance).map(who -> ((OrgAware) who).orgId());
    }

    /// The same rule for those who may not forget it: where it finds no org, nothing is written.
    default OrgRule required() {
        return (model, principal) -> {
            var org = orgOf(model, principal);
            if (org.isEmpty()) {
                throw new IllegalStateException("no org for the events of " + model.label()
                        + ": let the model or the principal be OrgAware, or give the registry another OrgRule");
            }
            return org;
        };
    }
}
