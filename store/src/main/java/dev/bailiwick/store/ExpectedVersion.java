package dev.bailiwick.store;

/// What the writer believes about an aggregate. An append whose belief is wrong changes nothing.
public sealed interface ExpectedVersion {
    /// No belief: whatever is there.
    static ExpectedVersion any() {
        return Any.ANY;
    }

    /// Nothing is there: it never existed, or was deleted with recreation allowed.
    static ExpectedVersion noStream() {
        return NoStream.NO_STREAM;
    }

    /// Something is there, at whatever version; trimmed to the end counts.
    static ExpectedVersion exists() {
        return Exists.EXISTS;
    }

    /// It is there and its last version is this one. `exactly(0)` is [#noStream].
    static ExpectedVersion exactly(long version) {
        return version == 0 ? noStream() : new Exactly(version);
    }

    enum Any implements ExpectedVersion {
        ANY;

        @Override
        public String toString() {
            return "any";
        }
    }

    enum NoStream implements ExpectedVersion {
        NO_STREAM;

        @Override
        public String toString() {
            return "noStream";
        }
    }

    enum Exists implements ExpectedVersion {
        EXISTS;

        @Override
        public String toString() {
            return "exists";
        }
    }

    record Exactly(long version) implements ExpectedVersion {
        public Exactly {
            Limits.checkAtLeastOne("expected version", version);
        }

        @Override
        public String toString() {
            return "exactly(" + version + ")";
        }
    }
}
