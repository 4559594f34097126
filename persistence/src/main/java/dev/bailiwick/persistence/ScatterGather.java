package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jspecify.annotations.Nullable;

/// Asks several shards the same, each on a virtual thread of its own, and puts the answers together in the order of the shards.
///
/// A shard that hangs must cost neither the caller more than the deadline nor the pool a connection for good. So each connection is told to
/// give up at the deadline (the network, or in H2 the statement), the caller waits until then and not longer, and the thread of a
/// late shard ends by itself soon after. Threads are not interrupted: H2 closes the files of a database under a thread that is.
///
/// Where a transaction is open on one of the shards, that one is asked in it, by the thread that has it, while the others work.
///
/// One question of one thread; used once.
final class ScatterGather<T> {
    private final DatabaseRegistry registry;
    private final GatherOptions options;
    private final boolean onPrimary;
    private final BiFunction<ShardIdentifier, DSLContext, List<T>> question;
    private final long startNs = System.nanoTime();
    private final SortedMap<ShardIdentifier, Duration> answered = new TreeMap<>();
    private final SortedMap<ShardIdentifier, String> missing = new TreeMap<>();
    private @Nullable RuntimeException fault;
    private @Nullable RuntimeException outage;

    /// @param onPrimary whether a replica is not good enough
    ScatterGather(DatabaseRegistry registry, GatherOptions options, boolean onPrimary,
            BiFunction<ShardIdentifier, DSLContext, List<T>> question) {
        this.registry = registry;
        this.options = options;
        this.onPrimary = onPrimary;
        this.question = question;
    }

    private record Answer<T>(List<T> items, Duration took) {}

    Gathered<T> ask(Collection<ShardDatabase> databases) {
        var answers = new TreeMap<ShardIdentifier, CompletableFuture<Answer<T>>>();
        var permits = new Semaphore(options.maxConcurrency());
        var joined = registry.transaction().map(Transaction::database).filter(databases::contains);
        for (var database : databases) {
            var answer = new CompletableFuture<Answer<T>>();
            answers.put(database.shard(), answer);
            if (joined.isEmpty() || joined.get() != database) {
                if (databases.size() == 1 && isConnectedInTime(database)) {
                    complete(answer, () -> asked(database));
                } else {
                    Thread.ofVirtual().name("gather " + database).start(() -> complete(answer,
                            () -> permitted(permits, database)));
                }
            }
        }
        joined.ifPresent(database -> complete(answers.get(database.shard()), () -> inTransaction(database)));
        var items = new ArrayList<T>();
        for (var database : databases) {
            await(database, answers.get(database.shard()), items);
        }
        return result(databases.size(), items);
    }

    /// Whether the pool gives up before the deadline. Only then may the caller's own thread take a connection.
    private boolean isConnectedInTime(ShardDatabase database) {
        return database.connectionTimeoutMs(onPrimary) <= options.deadline().toMillis();
    }

    private Gathered<T> result(int asked, List<T> items) {
        boolean isPartial = options.partial() && fault == null;
        if (!missing.isEmpty() && !isPartial) {
            throw new ShardsMissingException(asked, missing, fault == null ? outage : fault);
        }
        return new Gathered<>(items, answered, missing);
    }

    private interface Work<T> {
        List<T> run() throws SQLException, InterruptedException;
    }

    private void complete(@Nullable CompletableFuture<Answer<T>> answer, Work<T> work) {
        if (answer == null) {
            return;
        }
        try {
            var items = work.run();
            answer.complete(new Answer<>(items, Duration.ofNanos(System.nanoTime() - startNs)));
        } catch (Exception | Error e) {
            answer.completeExceptionally(e);
        }
    }

    private List<T> permitted(Semaphore permits, ShardDatabase database) throws SQLException, InterruptedException {
        if (!permits.tryAcquire(leftNs(), TimeUnit.NANOSECONDS)) {
            throw new LateException();
        }
        try {
            return asked(database);
        } finally {
            permits.release();
        }
    }

    private List<T> asked(ShardDatabase database) throws SQLException {
        try (var connection = onPrimary || registry.isReadFromPrimary(database)
                ? database.connect()
                : database.connectReadonly()) {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(leftNs());
            if (leftMs <= 0) {
                throw new LateException();
            }
            var db = database.onConnection(connection);
            if (database.dialect() == SQLDialect.H2) {
                db.settings().setQueryTimeout((int) (leftMs / 1_000) + 1);
            } else {
                // Not before the deadline: who is late then would be taken for one that is away.
                connection.setNetworkTimeout(Runnable::run, (int) leftMs + 1);
            }
            return question.apply(database.shard(), db);
        }
    }

    private List<T> inTransaction(ShardDatabase database) {
        return question.apply(database.shard(), registry.db(database));
    }

    private void await(ShardDatabase database, @Nullable CompletableFuture<Answer<T>> answer, List<T> items) {
        if (answer == null) {
            return;
        }
        var shard = database.shard();
        try {
            var given = answer.get(Math.max(0, leftNs()), TimeUnit.NANOSECONDS);
            answered.put(shard, given.took());
            items.addAll(given.items());
        } catch (TimeoutException e) {
            missing.put(shard, late(database));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while shard " + database + " was asked", e);
        } catch (ExecutionException e) {
            failed(database, e.getCause() == null ? e : e.getCause());
        }
    }

    /// A shard that is away is one thing. A statement that is wrong is another: there, part of the answer would be a lie.
    private void failed(ShardDatabase database, Throwable cause) {
        if (cause instanceof LateException || (cause instanceof ShardUnavailableException && leftNs() <= 0)) {
            missing.put(database.shard(), late(database));
        } else if (cause instanceof ShardUnavailableException unavailable) {
            missing.put(database.shard(), "(" + database.name() + ") is not available: " + unavailable.getMessage());
            outage = outage == null ? unavailable : outage;
        } else {
            missing.put(database.shard(), "(" + database.name() + ") failed: " + cause.getMessage());
            if (fault == null) {
                fault = cause instanceof RuntimeException failure
                        ? failure
                        : new IllegalStateException("shard " + database + " could not be asked", cause);
            }
        }
    }

    private String late(ShardDatabase database) {
        return "(" + database.name() + ") was late: it had " + options.deadline().toMillis() + " ms";
    }

    private long leftNs() {
        return startNs + options.deadline().toNanos() - System.nanoTime();
    }

    private static final class LateException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
