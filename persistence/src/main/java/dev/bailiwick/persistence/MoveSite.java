package dev.bailiwick.persistence;

import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jooq.exception.DataAccessException;

/// Where a move takes place: what, from where, to where, by whom.
///
/// @param owner this run of the move
/// @param pauseNs waits that many nanoseconds
/// @param hook told the name of each step when it is done, so that a test can stop there
record MoveSite(ShardMove move, ShardDatabase source, ShardDatabase target, List<MovedTable> tables, UUID owner,
        LongConsumer pauseNs, Consumer<String> hook) {
    private static final int ATTEMPTS = 20;

    /// Does something in the target, if the move is still this run's. It may be done more than once.
    void onTarget(Consumer<Transaction> work) {
        inTransaction(target, transaction -> {
            new Arrivals(target).lock(transaction, move, owner);
            work.accept(transaction);
        });
    }

    /// Does something that triggers leave alone. Where it was in the way of others and was rolled back, it is done again.
    void inTransaction(ShardDatabase database, Consumer<Transaction> work) {
        for (int attempt = 1;; attempt++) {
            try (var transaction = Transaction.begin(database)) {
                letPass(transaction, work);
                transaction.commit();
                return;
            } catch (DataAccessException e) {
                if (attempt == ATTEMPTS || !ShardDatabase.isDeadlock(e)) {
                    throw e;
                }
            }
        }
    }

    private static void letPass(Transaction transaction, Consumer<Transaction> work) {
        DepartureTriggers.letPass(transaction);
        try {
            work.accept(transaction);
        } catch (RuntimeException e) {
            try {
                DepartureTriggers.letPassNoMore(transaction);
            } catch (RuntimeException second) {
                e.addSuppressed(second);
            }
            throw e;
        }
        DepartureTriggers.letPassNoMore(transaction);
    }

    HomeEvents events() {
        return new HomeEvents(move.shard(),
                tables.stream().filter(MovedEvents.class::isInstance).map(MovedEvents.class::cast)
                        .flatMap(events -> events.modelTypes().stream()).toList());
    }

    MoveChanges changes() {
        return new MoveChanges(source);
    }

    List<String> sourceTables() {
        return tables.stream().map(table -> table.sqlName(source)).toList();
    }
}
