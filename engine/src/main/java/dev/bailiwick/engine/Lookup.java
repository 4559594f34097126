package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Finds what a decision must know in memory, or has it loaded. Belongs to the shard's thread.
final class Lookup {
    private static final int APPROACHED = 16;
    private static final int MAX_HASHES = 64;

    private final ShardState state;
    private final ShardMemory memory;
    private final Loader loader;
    private final ShardMeter meter;
    private final List<Loader.Search> searches = new ArrayList<>();
    private final List<Loader.Search> searchesAfterCommit = new ArrayList<>();
    private final int[] approachedHashes = new int[MAX_HASHES];
    @SuppressWarnings("UnusedVariable")
    private long approachedContent; // so that no compiler finds the reading useless

    Lookup(ShardState state, ShardMemory memory, Loader loader, ShardMeter meter) {
        this.state = state;
        this.memory = memory;
        this.loader = loader;
        this.meter = meter;
    }

    /// Reads a little of what the next work will need. Almost nothing of it is in the processor's cache, and memory is slow to answer;
    /// but it answers several questions at once, if they do not depend on each other.
    ///
    /// @return for how much of the work that was done
    int approach(Iterable<Work<?>> next) {
        int works = 0;
        int hashes = 0;
        for (var work : next) {
            if (works == APPROACHED || hashes + work.need().keys().size() > MAX_HASHES) {
                break;
            }
            works++;
            for (int i = 0; i < work.need().keys().size(); i++) {
                int hash = Heads.hash(work.need().keys().get(i));
                approachedHashes[hashes++] = hash;
                approachedContent += state.approachTables(hash);
            }
            if (work.need().command().isPresent()) {
                approachedContent += state.approachCommand(work.need().command().get());
            }
        }
        for (int i = 0; i < hashes; i++) {
            approachedContent += state.approachHead(approachedHashes[i]);
        }
        int left = works;
        for (var work : next) {
            if (left-- == 0) {
                break;
            }
            if (work.need().command().isPresent()) {
                approachedContent += state.approachPlaces(work.need().command().get());
            }
        }
        return Math.max(1, works);
    }

    /// What the work needs to know. Null if something must be loaded first, which is noted for [#startLoading].
    Work.@Nullable Known find(Work<?> work, ShardLog log) {
        var keys = work.need().keys();
        var heads = new @Nullable Head[keys.size()];
        boolean complete = true;
        for (int i = 0; i < heads.length; i++) {
            var key = keys.get(i);
            heads[i] = inMemory(key);
            if (heads[i] == null) {
                var found = glance(work, key);
                complete &= found.certain();
                heads[i] = found.head();
            }
        }
        var command = work.need().command();
        var search = command.isPresent() ? commandSearch(work, command.get()) : NOTHING;
        if (complete && search.isNothing()) {
            return new Work.Known(heads, command.isPresent() ? rememberedBy(work) : null);
        }
        boolean durable = search.at() == null || log.isDurable(search.at());
        (durable ? searches : searchesAfterCommit)
                .add(new Loader.Search(work, memory.generation(), keys, search.at(), search.buckets()));
        return null;
    }

    private @Nullable Head inMemory(AggregateKey key) {
        var head = state.cached(key);
        if (head != null) {
            meter.add(ShardCount.HEADS_CACHED, 1);
            return head;
        }
        head = state.inSegments(key);
        if (head != null) {
            meter.add(ShardCount.HEADS_IN_SEGMENTS, 1);
        }
        return head;
    }

    /// What was loaded, or what the index has in memory.
    private SealedIndex.Glance glance(Work<?> work, AggregateKey key) {
        var loaded = current(work);
        var glance = loaded != null ? new SealedIndex.Glance(true, loaded.head(key)) : glanceAtIndex(key);
        if (glance.head() != null) {
            state.remember(key, glance.head());
        }
        return glance;
    }

    private SealedIndex.Glance glanceAtIndex(AggregateKey key) {
        var glance = ShardView.translated(() -> memory.view().sealed().glance(key));
        meter.add(glance.certain() ? ShardCount.HEADS_BY_INDEX : ShardCount.HEADS_FROM_DISK, 1);
        return glance;
    }

    /// Starts to load what is needed and durable.
    void startLoading(Consumer<Loader.Found> whenFound) {
        start(searches, whenFound);
    }

    /// Starts to load the rest, which is durable now.
    void startLoadingAfterCommit(Consumer<Loader.Found> whenFound) {
        start(searchesAfterCommit, whenFound);
    }

    private void start(List<Loader.Search> wanted, Consumer<Loader.Found> whenFound) {
        if (!wanted.isEmpty()) {
            loader.load(wanted, whenFound);
            wanted.clear();
        }
    }

    /// Where to look for a command.
    private record CommandSearch(@Nullable FrameLocation at, List<Long> buckets) {
        boolean isNothing() {
            return at == null && buckets.isEmpty();
        }
    }

    private static final CommandSearch NOTHING = new CommandSearch(null, List.of());

    private CommandSearch commandSearch(Work<?> work, Work.CommandNeed command) {
        var at = state.commandInMemory(command);
        var remembered = rememberedBy(work);
        if (at != null) {
            return remembered != null && remembered.location().equals(at) ? NOTHING : new CommandSearch(at, List.of());
        }
        boolean known = current(work) != null || !state.mayBeSealed(command);
        return known ? NOTHING : new CommandSearch(null, state.commands().bucketsOf(command.id()));
    }

    private static Work.@Nullable Remembered rememberedBy(Work<?> work) {
        var loaded = work.loaded();
        return loaded == null ? null : loaded.command().orElse(null);
    }

    private @Nullable Loaded current(Work<?> work) {
        var loaded = work.loaded();
        return loaded != null && loaded.generation() == memory.generation() ? loaded : null;
    }
}
