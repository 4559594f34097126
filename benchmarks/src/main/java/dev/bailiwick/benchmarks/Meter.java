package dev.bailiwick.benchmarks;

import dev.bailiwick.persistence.Model;
import dev.bailiwick.persistence.ModelEvent;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedId;
import java.time.Instant;

/// The model of the section `actions`: something that counts. Its builder is written by hand, since no processor but JMH's runs here.
final class Meter extends Model<Meter, ShardedId<Meter>, Meter.State> {
    final long reading;
    final String place;

    enum State {
        ON
    }

    record Counted(ShardedId<Meter> meter, long reading) implements ModelEvent<Meter> {}

    private Meter(Builder builder) {
        super(builder);
        this.reading = builder.reading;
        this.place = builder.place;
    }

    static Meter on(ShardIdentifier shard, Instant now) {
        return new Builder().id(ShardedId.generate(Meter.class, shard)).state(State.ON).createdDate(now)
                .withInitialVersion().place("a place with a name of usual length").build();
    }

    @Override
    public Builder copy() {
        return new Builder().copyBase(this).reading(reading).place(place);
    }

    Meter count() {
        return copy().reading(reading + 1).withEvent(new Counted(id, reading + 1)).build();
    }

    /// Belongs to one thread.
    static final class Builder extends Model.Builder<Meter, ShardedId<Meter>, State, Builder> {
        private long reading;
        private String place = "";

        Builder reading(long newReading) {
            this.reading = newReading;
            return this;
        }

        Builder place(String newPlace) {
            this.place = newPlace;
            return this;
        }

        @Override
        protected Builder self() {
            return this;
        }

        @Override
        public Meter build() {
            return new Meter(this);
        }
    }
}
