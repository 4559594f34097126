package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;

/// Writes a plan: one transaction for each shard that it touches.
///
/// With several shards all of them write first, and then commit one after the other. So whatever a database can refuse is refused
/// while nothing is committed anywhere; what remains is a line that breaks between two commits. For that the first shard commits an intent
/// together with its part, from which [UnfinishedActions] completes the others. Connections are taken in the order of the
/// shards, so that two plans cannot wait for each other's.
final class PlanWriter {
    private static final Logger LOG = System.getLogger(PlanWriter.class.getName());

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
        var parts = new ArrayList<ShardPart>();
        shards.values().forEach(part -> parts.add(part(action, part.database(), part.changes())));
        write(action, parts, first -> {});
    }

    /// Writes what makes up for an action, together with the end of its intent. The shard that has the intent commits first: if it does not, nobody does.
    void writeCompensation(ActionRecord action, List<StagedChange<?>> changes, ShardDatabase home, UUID compensated) {
        var shards = byShard(changes);
        var own = shards.remove(home.shard());
        var parts = new ArrayList<ShardPart>();
        parts.add(part(action, home, own == null ? List.of() : own.changes()));
        shards.values().forEach(part -> parts.add(part(action, part.database(), part.changes())));
        write(action, parts, first -> {
            if (!Intents.delete(first.db(), home, compensated)) {
                throw new IllegalStateException(
                        "action " + compensated + " was compensated by somebody else meanwhile");
            }
        });
    }

    private ShardPart part(ActionRecord action, ShardDatabase database, List<StagedChange<?>> changes) {
        return new ShardPart(database, changes, databases.eventLog().drafts(action.principal(), changes));
    }

    private void write(ActionRecord action, List<ShardPart> parts, Consumer<Transaction> atFirst) {
        var home = parts.getFirst().database();
        boolean isCrossing = parts.size() > 1;
        var open = new ArrayList<Transaction>();
        try {
            for (var part : parts) {
                var transaction = Transaction.begin(part.database());
                open.add(transaction);
                part.writeTo(transaction, databases.eventLog(), action);
            }
            if (isCrossing) {
                Intents.insert(open.getFirst(), action, parts.subList(1, parts.size()));
            }
            atFirst.accept(open.getFirst());
            commit(action, open);
        } finally {
            open.forEach(Transaction::close);
        }
        if (isCrossing) {
            forget(home, action);
        }
    }

    /// Everything is committed. An intent that stays is found out to be finished by the next pass.
    private static void forget(ShardDatabase home, ActionRecord action) {
        try {
            Intents.delete(home.db(), home, action.id());
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, "the intent of action " + action.id() + " stays on shard " + home, e);
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
