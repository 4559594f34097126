package dev.bailiwick.engine;

import dev.bailiwick.engine.OrgFile.Aggregate;
import dev.bailiwick.engine.OrgFile.Events;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.InvalidRequestException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One import. The file is read twice: first to see that all of it is good and that no aggregate has another history here, then to write what is missing.
///
/// Each commit of the file becomes a frame of the shard that owns the aggregate here, decided by that shard's thread like every other write, many of
/// them in one piece of work. An aggregate of which a beginning is there, from an import that was cut short or an earlier file, goes on where it ends.
///
/// For one thread.
final class OrgImport {
    private static final int BATCH_BYTES = 256 << 10;
    private static final int BATCH_STEPS = 512;
    /// Aggregates that a refusal names.
    private static final int NAMED = 5;

    private final ImportRequest request;
    private final ShardSet shards;
    private final Duration wait;

    OrgImport(ImportRequest request, ShardSet shards, Duration wait) {
        this.request = request;
        this.shards = shards;
        this.wait = wait;
    }

    ImportReport run() throws IOException {
        ImportReport report;
        try (var reader = new OrgFileReader(request.file())) {
            report = new ImportReport(reader.header().orgId(), 0, 0, 0, 0);
            var comparison = new Comparison(reader, report);
            new OrgFileWalk(reader, comparison).walk();
            comparison.refuseOthers();
            report = report.checked(reader.offset());
        }
        try (var reader = new OrgFileReader(request.file())) {
            var taking = new Taking(report);
            new OrgFileWalk(reader, taking).walk();
            return taking.finish();
        }
    }

    /// What this store has of an aggregate in the file.
    ///
    /// @param head as it is here; null if there is none
    private record Standing(Kind kind, @Nullable Head head) {
        enum Kind {
            MISSING,
            /// A beginning of it, if the hash of its last version is that in the file.
            BEGUN,
            /// All of it, and maybe more.
            PRESENT,
            /// Something else.
            OTHER
        }
    }

    private Standing standing(Aggregate aggregate) {
        var head = shards.of(aggregate.key()).view().head(aggregate.key()).orElse(null);
        if (head == null) {
            return new Standing(Standing.Kind.MISSING, null);
        }
        if (head.version() >= aggregate.head().version()) {
            return new Standing(includes(head, aggregate) ? Standing.Kind.PRESENT : Standing.Kind.OTHER, head);
        }
        boolean begun = head.isLive() && head.version() >= aggregate.baseVersion()
                && head.firstVersion() > aggregate.baseVersion()
                && (head.version() > aggregate.baseVersion() || head.hash().equals(aggregate.baseHash()));
        return new Standing(begun ? Standing.Kind.BEGUN : Standing.Kind.OTHER, head);
    }

    /// Whether an aggregate has all that the file says of it behind it.
    private boolean includes(Head here, Aggregate aggregate) {
        var there = aggregate.head();
        boolean asFar = switch (there.state()) {
            case LIVE -> true;
            case DELETED_RECREATABLE -> here.version() > there.version() || !here.isLive();
            case DELETED -> here.state() == AggregateState.DELETED;
        };
        return asFar && here.firstVersion() >= there.firstVersion()
                && there.hash().equals(hashAt(aggregate.key(), here, there.version()));
    }

    /// The hash of an event here; null if it is gone.
    private @Nullable Hash256 hashAt(AggregateKey key, Head here, long version) {
        return here.version() == version ? here.hash() : new EventHashes(shards.of(key)).find(key, version);
    }

    /// Finds what must not be imported.
    private final class Comparison implements OrgFileWalk.Visitor {
        private final OrgFileReader reader;
        private final ImportReport report;
        private final List<AggregateKey> others = new ArrayList<>();
        private long otherCount;
        private Standing standing = new Standing(Standing.Kind.MISSING, null);

        Comparison(OrgFileReader reader, ImportReport report) {
            this.reader = reader;
            this.report = report;
        }

        @Override
        public void begin(Aggregate aggregate) {
            standing = standing(aggregate);
            if (standing.kind() == Standing.Kind.OTHER) {
                add(aggregate.key());
            }
            request.progress().accept(report.checked(reader.offset()));
        }

        @Override
        public void events(Aggregate aggregate, Events events, Hash256[] hashes) {
            if (standing.kind() == Standing.Kind.BEGUN && !fits(standing, events, hashes)) {
                add(aggregate.key());
            }
        }

        private void add(AggregateKey key) {
            otherCount++;
            if (others.size() < NAMED) {
                others.add(key);
            }
        }

        void refuseOthers() {
            if (otherCount > 0) {
                var names = String.join(", ", others.stream().map(AggregateKey::toString).toList());
                long more = otherCount - others.size();
                throw new InvalidRequestException("file", names + (more > 0 ? " and " + more + " more" : "")
                        + " have another history in this store than in the file; nothing was imported");
            }
        }
    }

    /// Whether the last version that is here, if it is among these events, is the same.
    private static boolean fits(Standing standing, Events events, Hash256[] hashes) {
        var head = standing.head();
        return head == null || head.version() < events.firstVersion() || head.version() > events.lastVersion()
                || hashes[(int) (head.version() - events.firstVersion())].equals(head.hash());
    }

    /// Writes what is missing.
    private final class Taking implements OrgFileWalk.Visitor {
        private final Map<Shard, Batch> batches = new HashMap<>();
        private ImportReport report;
        private Standing standing = new Standing(Standing.Kind.MISSING, null);
        private long version;
        private Hash256 hash = Hash256.ZERO;

        Taking(ImportReport report) {
            this.report = report;
        }

        @Override
        public void begin(Aggregate aggregate) {
            standing = standing(aggregate);
            report = switch (standing.kind()) {
                case OTHER -> throw changed(aggregate.key());
                case PRESENT -> report.present(1);
                case MISSING, BEGUN -> report.imported(1, 0);
            };
            var head = standing.head();
            version = head == null ? aggregate.baseVersion() : head.version();
            hash = head == null ? aggregate.baseHash() : head.hash();
            if (standing.kind() == Standing.Kind.MISSING && aggregate.baseVersion() > 0) {
                add(aggregate.key(), new Adopting(aggregate), 0);
            }
        }

        @Override
        public void events(Aggregate aggregate, Events events, Hash256[] hashes) {
            boolean wanted = standing.kind() == Standing.Kind.MISSING || standing.kind() == Standing.Kind.BEGUN;
            if (wanted && !fits(standing, events, hashes)) {
                throw changed(aggregate.key());
            }
            if (wanted && events.lastVersion() > version) {
                var bodies = events.bodiesFrom(version + 1);
                var left = Arrays.copyOfRange(hashes, (int) (version + 1 - events.firstVersion()), hashes.length);
                add(aggregate.key(), new Importing(aggregate.key(), version, hash, events.recordedMs(), left, bodies),
                        bodies.length);
                version = events.lastVersion();
                hash = hashes[hashes.length - 1];
            }
        }

        ImportReport finish() {
            batches.values().forEach(this::flush);
            return report;
        }

        private void add(AggregateKey key, Step step, int bytes) {
            var batch = batches.computeIfAbsent(shards.of(key), Batch::new);
            batch.add(key, step, bytes);
            if (batch.isFull()) {
                flush(batch);
            }
        }

        private void flush(Batch batch) {
            report = report.imported(0, batch.flush(wait));
            request.progress().accept(report);
        }
    }

    private static InvalidRequestException changed(AggregateKey key) {
        return new InvalidRequestException("file", key + " was written to in this store while it was imported, and has"
                + " another history now; what was imported before it stays");
    }

    /// One frame of the log to be.
    private interface Step {
        /// Decides it, on the shard's thread, and returns the head afterwards.
        Head take(Shard.Desk desk, @Nullable Head before);

        int events();
    }

    private record Adopting(Aggregate aggregate) implements Step {
        @Override
        public Head take(Shard.Desk desk, @Nullable Head before) {
            if (before != null) {
                throw changed(aggregate.key());
            }
            var place = desk.state().nextPlace(aggregate.key());
            desk.stage(new Decision.Adopted(place, aggregate.key(), aggregate.base()));
            return aggregate.base();
        }

        @Override
        public int events() {
            return 0;
        }
    }

    /// @param version behind which the events belong
    /// @param hash of that version
    @SuppressWarnings("ArrayRecordComponent") // handed from one thread to another, never compared
    private record Importing(AggregateKey key, long version, Hash256 hash, long recordedMs, Hash256[] hashes,
            byte[] bodies) implements Step {

        @Override
        public Head take(Shard.Desk desk, @Nullable Head before) {
            boolean fits = before == null
                    ? version == 0
                    : before.isLive() && before.version() == version && before.hash().equals(hash);
            if (!fits) {
                throw changed(key);
            }
            var imported = new ImportedEvents(desk.state().nextPlace(key), key, before, recordedMs, hashes, bodies);
            desk.stage(imported);
            return imported.after();
        }

        @Override
        public int events() {
            return hashes.length;
        }
    }

    /// What is sent to a shard together.
    private static final class Batch {
        private final Shard shard;
        private final List<AggregateKey> keys = new ArrayList<>();
        private final Map<AggregateKey, Integer> places = new HashMap<>();
        private final List<Step> steps = new ArrayList<>();
        private final List<Integer> placeOfStep = new ArrayList<>();
        private int bytes;

        Batch(Shard shard) {
            this.shard = shard;
        }

        void add(AggregateKey key, Step step, int stepBytes) {
            placeOfStep.add(places.computeIfAbsent(key, _ -> {
                keys.add(key);
                return keys.size() - 1;
            }));
            steps.add(step);
            bytes += stepBytes;
        }

        boolean isFull() {
            return bytes >= BATCH_BYTES || steps.size() >= BATCH_STEPS;
        }

        /// Returns when it is durable how many events it had.
        long flush(Duration wait) {
            if (steps.isEmpty()) {
                return 0;
            }
            var taken = List.copyOf(steps);
            var at = List.copyOf(placeOfStep);
            var need = new Work.Need(List.copyOf(keys), Optional.empty());
            long events = shard.perform(new Work<>(need, bytes, (desk, known) -> take(desk, known, taken, at)), wait);
            keys.clear();
            places.clear();
            steps.clear();
            placeOfStep.clear();
            bytes = 0;
            return events;
        }

        private static long take(Shard.Desk desk, Work.Known known, List<Step> steps, List<Integer> at) {
            var heads = known.heads().clone();
            long events = 0;
            for (int i = 0; i < steps.size(); i++) {
                heads[at.get(i)] = steps.get(i).take(desk, heads[at.get(i)]);
                events += steps.get(i).events();
            }
            return events;
        }
    }
}
