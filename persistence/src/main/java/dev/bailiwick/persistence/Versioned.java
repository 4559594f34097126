package dev.bailiwick.persistence;

import dev.bailiwick.placement.Persistable;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// A row with an id, a version, a state and two dates; immutable. What [Model] and [Entity] have in common.
///
/// The version is that of the row: 1 when it is added, and one more with every update. An update of a version that is no longer the row's
/// is refused. Dates are kept to the microsecond, as all databases do, so that what was written equals what is read.
///
/// A state named `DELETED` means that the row is gone for every reader, and for good.
///
/// @param <P> the class itself
/// @param <ID> the id, such as `ShardedId<Wallet>`
/// @param <S> the states
public abstract sealed class Versioned<P extends Versioned<P, ID, S>, ID, S extends Enum<S>>
        implements
            Persistable<ID>
        permits Model, Entity {
    static final long INITIAL_VERSION = 1;
    static final String DELETED_STATE = "DELETED";

    public final ID id;
    public final long version;
    public final S state;
    public final Instant createdDate;
    public final Instant updatedDate;

    Versioned(Builder<P, ID, S, ?> builder) {
        this.id = Validate.notNull(builder.id, "id cannot be null");
        this.state = Validate.notNull(builder.state, "state cannot be null");
        this.createdDate = Validate.notNull(builder.createdDate, "createdDate cannot be null");
        this.updatedDate = builder.updatedDate == null ? createdDate : builder.updatedDate;
        this.version = builder.version;
        Validate.isTrue(version >= INITIAL_VERSION,
                "version is not set: call withInitialVersion() on a new one, or version(...) on one that is read");
    }

    @Override
    public final ID id() {
        return id;
    }

    /// A builder with everything that this has, made by `copyBase(this)` and the fields of the class.
    public abstract Builder<P, ID, S, ?> copy();

    /// The same with the version that the row has after it is written, and without events.
    public P nextVersion() {
        return asWritten(version + 1, updatedDate);
    }

    final boolean isDeleted() {
        return state.name().equals(DELETED_STATE);
    }

    /// What the row will be when this is added.
    final P asAdded() {
        return asWritten(version, updatedDate);
    }

    /// What the row will be when this is updated. The date advances in any case, by the least step where the clock does not.
    final P asUpdated(Instant now) {
        var micros = now.truncatedTo(ChronoUnit.MICROS);
        return asWritten(version + 1, micros.isAfter(updatedDate) ? micros : updatedDate.plus(1, ChronoUnit.MICROS));
    }

    private P asWritten(long newVersion, Instant newUpdatedDate) {
        var builder = copy();
        builder.version = newVersion;
        builder.updatedDate = newUpdatedDate;
        builder.forgetEvents();
        return builder.build();
    }

    /// `Wallet:0190…`
    final String label() {
        return getClass().getSimpleName() + ":" + StoredIds.of(id);
    }

    /// Gathers what a row is made of. Subclasses are generated; see [AutoBuilder].
    ///
    /// Belongs to one thread.
    ///
    /// @param <B> the class itself
    public abstract static sealed class Builder<P extends Versioned<P, ID, S>, ID, S extends Enum<S>, B extends Builder<P, ID, S, B>>
            permits Model.Builder, Entity.Builder {
        private @Nullable ID id;
        private @Nullable S state;
        private @Nullable Instant createdDate;
        private @Nullable Instant updatedDate;
        private long version;

        Builder() {
        }

        /// This.
        protected abstract B self();

        public abstract P build();

        void forgetEvents() {
            // only models have some
        }

        public B id(ID newId) {
            this.id = newId;
            return self();
        }

        public B version(long newVersion) {
            this.version = newVersion;
            return self();
        }

        /// The version of a row that is to be added.
        public B withInitialVersion() {
            return version(INITIAL_VERSION);
        }

        public B state(S newState) {
            this.state = newState;
            return self();
        }

        public B createdDate(Instant date) {
            this.createdDate = date.truncatedTo(ChronoUnit.MICROS);
            return self();
        }

        /// The date of creation where it is not set.
        public B updatedDate(Instant date) {
            this.updatedDate = date.truncatedTo(ChronoUnit.MICROS);
            return self();
        }

        /// Takes over id, version, state and dates, and of a model the events that are not written yet.
        public B copyBase(P original) {
            this.id = original.id;
            this.version = original.version;
            this.state = original.state;
            this.createdDate = original.createdDate;
            this.updatedDate = original.updatedDate;
            return self();
        }
    }
}
