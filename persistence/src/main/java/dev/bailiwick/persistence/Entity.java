package dev.bailiwick.persistence;

/// A row without events: what is kept beside models and whose history nobody asks for. Otherwise as a [Model].
///
/// @param <E> the class itself
public abstract non-sealed class Entity<E extends Entity<E, ID, S>, ID, S extends Enum<S>>
        extends
            Versioned<E, ID, S> {
    protected Entity(Builder<E, ID, S, ?> builder) {
        super(builder);
    }

    /// The base of generated builders.
    ///
    /// @param <B> the class itself
    public abstract static non-sealed class Builder<E extends Entity<E, ID, S>, ID, S extends Enum<S>, B extends Builder<E, ID, S, B>>
            extends
                Versioned.Builder<E, ID, S, B> {
        protected Builder() {
        }
    }
}
