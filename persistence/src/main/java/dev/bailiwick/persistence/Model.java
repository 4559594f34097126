package dev.bailiwick.persistence;

import java.util.ArrayList;
import java.util.List;

/// A row whose changes are told by events. Immutable: a change makes a copy, with the event that it means.
///
/// Subclasses have public final fields, a constructor that takes their builder, and `copy()`; [AutoBuilder] generates the builder.
///
/// @param <M> the class itself
/// @param <ID> the id, such as `ShardedId<Wallet>`
/// @param <S> the states; one named `DELETED` means that the row is gone
public abstract non-sealed class Model<M extends Model<M, ID, S>, ID, S extends Enum<S>> extends Versioned<M, ID, S> {
    private final List<ModelEvent<M>> events;

    protected Model(Builder<M, ID, S, ?> builder) {
        super(builder);
        this.events = List.copyOf(builder.events);
    }

    /// What has happened to this since it was read or made, and is not written yet; none on a model that came back from an action or a
    /// repository.
    public final List<ModelEvent<M>> events() {
        return events;
    }

    @Override
    public abstract Builder<M, ID, S, ?> copy();

    /// The base of generated builders.
    ///
    /// @param <B> the class itself
    public abstract static non-sealed class Builder<M extends Model<M, ID, S>, ID, S extends Enum<S>, B extends Builder<M, ID, S, B>>
            extends
                Versioned.Builder<M, ID, S, B> {
        private final List<ModelEvent<M>> events = new ArrayList<>();

        protected Builder() {
        }

        /// Adds an event. It is written together with the row.
        public B withEvent(ModelEvent<M> event) {
            events.add(Validate.notNull(event, "event cannot be null"));
            return self();
        }

        @Override
        public B copyBase(M original) {
            events.clear();
            events.addAll(original.events());
            return super.copyBase(original);
        }

        @Override
        void forgetEvents() {
            events.clear();
        }
    }
}
