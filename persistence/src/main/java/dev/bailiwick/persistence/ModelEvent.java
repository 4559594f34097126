package dev.bailiwick.persistence;

/// Something that happened to an `M`. Best a record: its components are written as JSON.
public interface ModelEvent<M> {
    /// The name under which it is written; that of the class if nothing else is said. Readers rely on it, so keep it when a class is renamed.
    default String eventType() {
        return getClass().getSimpleName();
    }
}
