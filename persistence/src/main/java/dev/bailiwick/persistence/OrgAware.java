package dev.bailiwick.persistence;

import java.util.UUID;

/// Belongs to an org: a model, or the principal who changes it.
public interface OrgAware {
    /// The org; names become ids by [dev.bailiwick.placement.Ids#named].
    UUID orgId();
}
