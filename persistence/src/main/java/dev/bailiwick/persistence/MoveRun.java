package dev.bailiwick.persistence;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One run of a move, from the state in which it is to the switch, by the process that has its lease.
///
/// The order is what makes it safe. Everybody knows of the move, or asks before each use, before there is a copy that could be seen twice. The triggers are there
/// before the first row is copied. The map's authority says FENCED before the source is fenced, and has taken that back before the source is set free; it
/// switches only from FENCED. So as long as a switch is possible, the source does not change. Where a process dies in between, the next one finds in the
/// tables what there is to do.
///
/// An [Error] passes through without any tidying up, which is how tests kill a run.
///
/// Belongs to one thread.
final class MoveRun {
    private static final int FENCE_ATTEMPTS = 50;
    /// How long the first attempt waits for those who are writing, during which others wait behind it. Each attempt waits longer.
    private static final int FENCE_WAIT_MS = 50;
    private static final int FEW_CHANGES = 50;
    private static final int SETTLING_ROUNDS = 30;
    /// The last changes are begun to be copied under the fence when others took less than such a part of the longest pause.
    private static final int SHARE_OF_PAUSE = 10;
    private static final long TELL_EVERY_NS = 2_000_000_000;
    private static final Duration ACKNOWLEDGED_IN = Duration.ofSeconds(60);
    private static final long POLL_NS = 20_000_000;

    private final DatabaseRegistry registry;
    private final MoveTable table;
    private final MoveSite site;
    private final ShardMove move;
    private final Departures departures;
    private final Arrivals arrivals;
    private final DepartureTriggers triggers;
    private final MoveCopy copy;
    private final Consumer<ShardMove> progress;
    private long toldNs = System.nanoTime();

    MoveRun(DatabaseRegistry registry, MoveTable table, MoveSite site, Consumer<ShardMove> progress) {
        this.registry = registry;
        this.table = table;
        this.site = site;
        this.move = site.move();
        this.departures = new Departures(site.source());
        this.arrivals = new Arrivals(site.target());
        this.triggers = new DepartureTriggers(site.source(), move.shard(), site.pauseNs());
        this.progress = progress;
        this.copy = new MoveCopy(site, rows -> {
            table.setCopiedRows(move.number(), site.owner(), rows);
            report();
        }, this::tell);
    }

    /// Goes on until the target serves.
    void toSwitch() {
        var state = move.state();
        if (state == MoveState.PLANNED) {
            awaitReaders();
            prepare();
            advance(MoveState.PLANNED, MoveState.COPYING);
            state = MoveState.COPYING;
        }
        if (state == MoveState.COPYING) {
            copy.copyAll();
            advance(MoveState.COPYING, MoveState.CATCHING_UP);
            state = MoveState.CATCHING_UP;
        }
        if (state == MoveState.FENCED) {
            liftOld();
            state = MoveState.CATCHING_UP;
        }
        if (state == MoveState.CATCHING_UP) {
            arrivals.open(move, site.events(), site.owner());
            copy.takeLeftovers();
            catchUp();
            copy.compareAll();
            step("COMPARED");
            cutOver();
        }
        finish();
    }

    private void step(String name) {
        site.hook().accept(name);
    }

    private void report() {
        progress.accept(table.get(move.number()));
    }

    private void advance(MoveState from, MoveState to) {
        table.advance(move, site.owner(), from, to);
        report();
        step(to.name());
    }

    /// Waits until everybody who uses the map has seen this version of it.
    void awaitReaders() {
        long epoch = table.epoch(registry.defaultDatabase().db());
        var readers = new MapReaders(registry.defaultDatabase());
        readers.forgetOld();
        registry.watch().isRenewed(MapWatch.LEASE);
        long untilNs = System.nanoTime() + ACKNOWLEDGED_IN.toNanos();
        while (true) {
            var behind = readers.alive().stream().filter(reader -> reader.seenEpoch() < epoch).toList();
            if (behind.isEmpty()) {
                return;
            }
            if (System.nanoTime() - untilNs > 0) {
                throw new MoveObstacleException("the processes " + behind.stream().map(MapReaders.Reader::id).toList()
                        + " have not seen the map change within " + ACKNOWLEDGED_IN.toSeconds()
                        + " s; one of them may be asking all shards something that takes longer", null);
            }
            site.pauseNs().accept(POLL_NS);
        }
    }

    /// The row goes before the triggers, since making those waits for everybody who has not met them.
    private void prepare() {
        departures.watch(move, site.events());
        triggers.install(site.tables());
        step("WATCHED");
    }

    private void liftOld() {
        table.lift(move, site.owner());
        departures.find(site.source().db(), move.shard())
                .ifPresent(found -> departures.unfence(move.shard(), move.number(), found.fenceNo()));
    }

    /// Until what is left can be copied while writes wait, and there is no less of it from round to round: each round has to copy what was changed during the one before.
    private void catchUp() {
        var pace = new CatchingUp(move.shard(), () -> site.changes().count(move), System::nanoTime);
        long shortestNs = Long.MAX_VALUE;
        for (int round = 1;; round++) {
            long startNs = System.nanoTime();
            int changes = copy.copyChanges();
            long tookNs = System.nanoTime() - startNs;
            boolean fits = changes < MoveCopy.CHANGES_AT_ONCE && tookNs < maxPauseNs() / SHARE_OF_PAUSE;
            boolean hasSettled = Math.abs(tookNs - shortestNs) < shortestNs / 4;
            if (changes <= FEW_CHANGES || (fits && (hasSettled || round >= SETTLING_ROUNDS))) {
                return;
            }
            shortestNs = Math.min(shortestNs, tookNs);
            pace.check();
            tell();
        }
    }

    /// At most so often, since it counts.
    private void tell() {
        if (System.nanoTime() - toldNs > TELL_EVERY_NS) {
            toldNs = System.nanoTime();
            table.setPendingChanges(move.number(), site.owner(), site.changes().count(move));
            report();
        }
    }

    private void cutOver() {
        Optional<String> obstacle = Optional.of("");
        for (int attempt = 1; obstacle.isPresent(); attempt++) {
            catchUp();
            obstacle = unfinishedActions(); // before anybody has to wait, and once more when nobody writes
            if (obstacle.isEmpty()) {
                obstacle = obstacleToSwitching(attempt);
            }
            if (obstacle.isPresent()) {
                if (attempt == FENCE_ATTEMPTS) {
                    throw new MoveObstacleException("the switch was tried " + attempt + " times: " + obstacle.get(),
                            null);
                }
                site.pauseNs().accept(POLL_NS * attempt);
            }
        }
    }

    /// Fences, copies the rest and switches.
    ///
    /// @return why it was not possible this time; writes go on then
    private Optional<String> obstacleToSwitching(int attempt) {
        long sinceNs = System.nanoTime();
        long fence = table.fence(move, site.owner());
        Optional<String> obstacle;
        try {
            step("FENCED");
            obstacle = obstacleInside(sinceNs, fence, attempt);
        } catch (RuntimeException e) {
            if (isSwitched(e)) {
                return Optional.empty();
            }
            unfence(fence, e);
            throw e;
        }
        if (obstacle.isPresent()) {
            unfence(fence, null);
        }
        return obstacle;
    }

    private Optional<String> obstacleInside(long sinceNs, long fence, int attempt) {
        long waitMs = Math.max(5, Math.min(move.options().maxPauseMs() / 2, FENCE_WAIT_MS * attempt));
        if (!departures.isFenced(move, fence, site.sourceTables(), waitMs)) {
            return Optional.of("a transaction that writes to shard " + move.shard() + " has been open for more than "
                    + waitMs + " ms");
        }
        step("SOURCE FENCED");
        while (copy.copyChanges() == MoveCopy.CHANGES_AT_ONCE) {
            if (isLate(sinceNs)) {
                return Optional.of("there were more changes than could be copied in the time that writes may wait");
            }
        }
        var unfinished = unfinishedActions();
        if (unfinished.isPresent()) {
            return unfinished;
        }
        arrivals.set(move, Arrivals.State.ARRIVING);
        step("VERIFIED");
        if (isLate(sinceNs)) {
            return Optional.of("it took longer than writes may wait");
        }
        table.switchOver(move, site.owner(), fence, sinceNs);
        report();
        step("SWITCHED");
        return Optional.empty();
    }

    private Optional<String> unfinishedActions() {
        var unfinished = UnfinishedActions.namesOfUnfinished(registry, site.source());
        return unfinished.isEmpty()
                ? Optional.empty()
                : Optional.of("actions that cross shards are not finished: " + unfinished
                        + "; resume or compensate them");
    }

    private boolean isLate(long sinceNs) {
        return System.nanoTime() - sinceNs > maxPauseNs();
    }

    private long maxPauseNs() {
        return Duration.ofMillis(move.options().maxPauseMs()).toNanos();
    }

    /// Where the answer to a commit was lost, the table knows. Where it cannot be asked either, the fence stays until somebody can.
    private boolean isSwitched(RuntimeException failure) {
        try {
            return table.get(move.number()).state() == MoveState.SWITCHED;
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
            throw failure;
        }
    }

    private void unfence(long fence, @Nullable RuntimeException cause) {
        try {
            table.lift(move, site.owner());
            if (table.isLifted(move.number(), fence)) {
                arrivals.set(move, Arrivals.State.COPYING);
                departures.unfence(move.shard(), move.number(), fence);
            }
        } catch (RuntimeException e) {
            if (cause == null) {
                throw e;
            }
            cause.addSuppressed(e);
        }
    }

    /// What is left to do after the switch. All of it can be repeated.
    void finish() {
        departures.leave(move);
        new Departures(site.target()).forget(move.shard(), move.number() - 1);
        arrivals.open(move, site.events(), site.owner());
        if (move.target().equals(move.shard())) {
            ShardHomes.write(site.target().db(), site.target(), move.shard(), Home.OWN);
        } else if (move.source().equals(move.shard())) {
            ShardHomes.delete(site.source().db(), site.source(), move.shard());
        }
        site.changes().deleteAll(move);
        step("LEFT");
        new HandOver(site).run();
        copy.copyActions();
        step("ACTIONS");
    }

    /// Removes what is left in the source.
    void clean() {
        finish();
        if (move.state() == MoveState.SWITCHED) {
            advance(MoveState.SWITCHED, MoveState.CLEANING);
        }
        awaitReaders();
        removeFrom(site.source());
        triggers.drop(site.tables());
        advance(MoveState.CLEANING, MoveState.CLEANED);
    }

    /// Takes back what was done, and removes what was copied; but where the move was to take another back, what it would have replaced stays.
    void abort() {
        if (move.state() == MoveState.FENCED) {
            liftOld();
        }
        if (move.state() != MoveState.ABORTING) {
            advance(move.state() == MoveState.FENCED ? MoveState.CATCHING_UP : move.state(), MoveState.ABORTING);
        }
        departures.forget(move.shard(), move.number());
        triggers.drop(site.tables());
        site.changes().deleteAll(move);
        if (move.reverts().isEmpty()) {
            arrivals.open(move, site.events(), site.owner());
            removeFrom(site.target());
        }
        arrivals.remove(move);
        advance(MoveState.ABORTING, MoveState.ABORTED);
    }

    private void removeFrom(ShardDatabase database) {
        for (var moved : site.tables().reversed()) {
            var last = Optional.<UUID>empty();
            do {
                var chunk = moved.after(database.db(), move.shard(), last, move.options().chunkRows());
                last = chunk.last();
                var keys = chunk.rows().stream().map(row -> row.get(moved.key())).toList();
                site.inTransaction(database, transaction -> moved.delete(transaction.db(), move.shard(), keys));
                step("REMOVED " + moved.name());
            } while (last.isPresent());
        }
    }
}
