package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/// Moves the rows and events of a shard from one database to another while the application works.
///
/// The ids of rows name a shard, and the map says which database serves it. *Adopting* moves a shard from the default, to which it fell back before it was registered,
/// to its own database. *Relocating* moves it to the database of another shard, which then serves both. Nothing else changes: ids, versions, hashes and the order of a
/// model's events stay.
///
/// A move is planned, looked at and started; it runs until the target serves. Until then it can be aborted, and afterwards reverted, until what is left in the source
/// is cleaned away. Where the process dies, another resumes it. One move is made at a time.
///
/// Thread-safe.
public final class ShardMoves {
    private final DatabaseRegistry databases;
    private final MovePlanner planner;
    private final List<MovedTable> tables;
    private final MoveTable table;
    private final LongConsumer pauseNs;
    private final Consumer<String> hook;

    ShardMoves(DatabaseRegistry databases, RepositoryRegistry repositories) {
        this(databases, repositories, LockSupport::parkNanos, step -> {});
    }

    /// @param pauseNs waits that many nanoseconds
    /// @param hook told each step
    ShardMoves(DatabaseRegistry databases, RepositoryRegistry repositories, LongConsumer pauseNs,
            Consumer<String> hook) {
        this.databases = databases;
        this.table = new MoveTable(databases.defaultDatabase());
        this.planner = new MovePlanner(databases, repositories, table);
        this.tables = planner.tables();
        this.pauseNs = pauseNs;
        this.hook = hook;
    }

    /// Shows what it would take to move a shard from the default to its own database.
    ///
    /// @throws MoveRefusedException where that cannot be done, with the reason
    public MovePlan planAdoption(ShardIdentifier shard) {
        return planner.plan(shard, shard, OptionalLong.empty());
    }

    /// Shows what it would take to move a shard to the database of another shard of the same group.
    ///
    /// @throws MoveRefusedException where that cannot be done, with the reason
    public MovePlan planRelocation(ShardIdentifier shard, ShardIdentifier target) {
        if (shard.group() != target.group()) {
            throw new MoveRefusedException("shard " + shard + " would leave its group for shard " + target
                    + ", which is where its rows must not be if the group stands for a place: if that is allowed, say so"
                    + " with planRelocationAcrossGroups");
        }
        return planner.plan(shard, target, OptionalLong.empty());
    }

    /// The same for a target of any group. Groups stand for rules such as the country in which rows must be; this is where somebody says that they allow it.
    ///
    /// @throws MoveRefusedException where that cannot be done, with the reason
    public MovePlan planRelocationAcrossGroups(ShardIdentifier shard, ShardIdentifier target) {
        return planner.plan(shard, target, OptionalLong.empty());
    }

    /// Shows what it would take to bring back what a move has moved, with everything that was written since.
    ///
    /// @throws MoveRefusedException where what was left in the source is gone already, or the move did not switch
    public MovePlan planReversal(long number) {
        var move = table.get(number);
        if (move.state() != MoveState.SWITCHED) {
            throw new MoveRefusedException(move + ". Only one that is SWITCHED can be reverted"
                    + (move.state() == MoveState.CLEANED ? ": plan a relocation back instead" : ""));
        }
        return planner.plan(move.shard(), move.source(), OptionalLong.of(number));
    }

    /// Makes a move. Comes back when the target serves; meanwhile [#list] tells any process how far it is.
    ///
    /// @throws MoveRefusedException where the map has changed since it was planned
    /// @throws MoveFailedException where it was aborted, or can be resumed
    public ShardMove start(MovePlan plan) {
        return start(plan, move -> {});
    }

    /// The same.
    ///
    /// @param progress told of each step, and of each chunk that is copied, by the thread that calls this
    public ShardMove start(MovePlan plan, Consumer<ShardMove> progress) {
        planner.check(plan);
        var owner = UUID.randomUUID();
        var move = table.announce(plan, owner);
        hook.accept(MoveState.PLANNED.name());
        return run(move, owner, progress, MoveRun::toSwitch);
    }

    /// Goes on with a move whose process has died, or that was stopped by an outage: to the switch, or to the end of aborting or cleaning if that was begun.
    ///
    /// @throws MoveRefusedException where another process is at it
    public ShardMove resume(long number) {
        var move = table.get(number);
        return switch (move.state()) {
            case PLANNED, COPYING, CATCHING_UP, FENCED -> taken(move, MoveRun::toSwitch);
            case SWITCHED -> taken(move, MoveRun::finish);
            case CLEANING -> taken(move, MoveRun::clean);
            case ABORTING -> taken(move, MoveRun::abort);
            case CLEANED, ABORTED, REVERTED -> move;
        };
    }

    /// Gives a move up. The source goes on to serve, and the copies are removed.
    ///
    /// @throws MoveRefusedException where it is switched already, or another process is at it
    public ShardMove abort(long number) {
        var move = table.get(number);
        if (!move.state().isBeforeSwitch() && move.state() != MoveState.ABORTING) {
            throw new MoveRefusedException(move + ". What is switched is not aborted but reverted");
        }
        return taken(move, MoveRun::abort);
    }

    /// Removes what a move has left in the source. It cannot be reverted afterwards.
    ///
    /// @throws MoveRefusedException where it is not switched, or another process is at it
    public ShardMove clean(long number) {
        var move = table.get(number);
        if (move.state() != MoveState.SWITCHED && move.state() != MoveState.CLEANING) {
            throw new MoveRefusedException(move + ". There is nothing to clean");
        }
        return taken(move, MoveRun::clean);
    }

    /// All moves that there ever were, in their order.
    public List<ShardMove> list() {
        return table.all();
    }

    public ShardMove get(long number) {
        return table.get(number);
    }

    /// The version of the map, which grows with every change of it.
    public long epoch() {
        return table.epoch(databases.defaultDatabase().db());
    }

    private ShardMove taken(ShardMove move, Consumer<MoveRun> work) {
        var owner = UUID.randomUUID();
        if (!table.take(move.number(), owner)) {
            throw new MoveRefusedException("another process is at move " + move.number() + ", or was until "
                    + MoveTable.LEASE.toSeconds() + " seconds ago: try again then");
        }
        return run(table.get(move.number()), owner, progress -> {}, work);
    }

    private ShardMove run(ShardMove move, UUID owner, Consumer<ShardMove> progress, Consumer<MoveRun> work) {
        var site = new MoveSite(move, databases.registered(move.source()), databases.registered(move.target()), tables,
                owner, pauseNs, hook);
        try (var renewal = BackgroundPass.start("lease of move " + move.number(), Duration.ofSeconds(1),
                () -> table.renew(move.number(), owner))) {
            Objects.requireNonNull(renewal);
            try {
                work.accept(new MoveRun(databases, table, site, progress));
            } catch (MoveObstacleException e) {
                throw aborted(site, e);
            } catch (RuntimeException e) {
                throw stopped(site, e);
            }
            table.release(move.number(), owner);
            return table.get(move.number());
        }
    }

    private MoveFailedException aborted(MoveSite site, MoveObstacleException obstacle) {
        long number = site.move().number();
        var reason = String.valueOf(obstacle.getMessage());
        try {
            table.setFailure(number, site.owner(), reason);
            var now = new MoveSite(table.get(number), site.source(), site.target(), tables, site.owner(), pauseNs,
                    hook);
            new MoveRun(databases, table, now, move -> {}).abort();
            table.release(number, site.owner());
        } catch (RuntimeException e) {
            obstacle.addSuppressed(e);
            return new MoveFailedException(number, "cannot be made, and could not be aborted either: " + reason
                    + ". Abort it when all databases answer", obstacle);
        }
        return new MoveFailedException(number, "was aborted: " + reason, obstacle);
    }

    private MoveFailedException stopped(MoveSite site, RuntimeException failure) {
        long number = site.move().number();
        var reason = failure.getClass().getSimpleName() + ": " + failure.getMessage();
        try {
            table.setFailure(number, site.owner(), reason);
            table.release(number, site.owner());
        } catch (RuntimeException e) {
            failure.addSuppressed(e); // the lease runs out by itself
        }
        return new MoveFailedException(number, "has stopped, and nothing is lost: " + reason
                + ". Resume or abort it", failure);
    }
}
