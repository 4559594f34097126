package dev.bailiwick.placement;

/// Something with an id that is kept in a database: what a strategy may look at when the id alone does not decide.
public interface Persistable<ID> {
    ID id();
}
