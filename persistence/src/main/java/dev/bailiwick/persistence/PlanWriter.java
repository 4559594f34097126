package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Writes a plan: one transaction for each shard that it touches.
///
/// With several shards all of them write first, and then commit one after the other. So whatever a database can refuse is refused
/// while nothing is committed anywhere; what remains is a line that breaks between two commits. Connections are taken in the order of the
/// shards, so that two plans cannot wait for each other's.
final class PlanWriter {
    private final DatabaseRegistry databases;

    PlanWriter(DatabaseRegistry databases) {
        this.databases = databases;
    }

    void write(ActionRecord action, List<StagedChange<?>> changes, boolean allowCrossShard) {
        if (changes.isEmpty()) {
            return;
        }
        var shards = byShard(changes);
        if (shards.size() > 1 && !allowCrossShard) {
            throw refusal(action, shards);
        }
        var open = new ArrayList<Transaction>();
        try {
            shards.forEach((shard, part) -> {
                var transaction = Transaction.begin(part.database());
                open.add(transaction);
                Repository.write(transaction, part.changes());
                var log = databases.eventLog();
                log.write(transaction, action, log.drafts(action.principal(), part.changes()), action.date());
            });
            commit(action, open);
        } finally {
            open.forEach(Transaction::close);
        }
    }

    /// @param changes in the order of the plan
    private record Part(ShardDatabase database, List<StagedChange<?>> changes) {}

    private SortedMap<ShardIdentifier, Part> byShard(List<StagedChange<?>> changes) {
        var shards = new TreeMap<ShardIdentifier, Part>();
        for (var change : changes) {
            var database = change.repository().databaseFor(change.before());
            shards.computeIfAbsent(database.shard(), shard -> new Part(database, new ArrayList<>())).changes()
                    .add(change);
        }
        return shards;
    }

    private static void commit(ActionRecord action, List<Transaction> open) {
        var committed = new TreeSet<ShardIdentifier>();
        for (var transaction : open) {
            try {
                transaction.commit();
                committed.add(transaction.database().shard());
            } catch (RuntimeException e) {
                if (committed.isEmpty() && (open.size() == 1 || !(e instanceof CommitUnknownException))) {
                    throw e;
                }
                throw new PartialCommitException(action.id(), committed, rest(open, committed), e);
            }
        }
    }

    private static SortedSet<ShardIdentifier> rest(List<Transaction> open, SortedSet<ShardIdentifier> committed) {
        var rest = new TreeSet<ShardIdentifier>();
        open.forEach(transaction -> rest.add(transaction.database().shard()));
        rest.removeAll(committed);
        return rest;
    }

    private static CrossShardException refusal(ActionRecord action, SortedMap<ShardIdentifier, Part> shards) {
        Map<ShardIdentifier, List<String>> labels = new HashMap<>();
        shards.forEach((shard, part) -> labels.put(shard,
                part.changes().stream().map(change -> change.before().label()).distinct().toList()));
        return new CrossShardException("what " + action.name() + " would write", labels,
                "Divide it into an action for each shard, or accept that each shard commits for itself:"
                        + " ExecutionConfiguration.Builder.executionConfiguration().allowCrossShard(true).");
    }
}
