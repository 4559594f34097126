package dev.bailiwick.cli;

import dev.bailiwick.placement.PartitionMap;
import dev.bailiwick.placement.RoutingRule;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedUUID;
import java.io.PrintWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Help.Ansi;

/// Prints where ids live and whether they can be written together.
final class PlaceReport {
    private final PrintWriter out;
    private final Ansi ansi;
    private final PartitionMap map;
    private final RoutingRule rule;

    PlaceReport(PrintWriter out, Ansi ansi, PartitionMap map, RoutingRule rule) {
        this.out = out;
        this.ansi = ansi;
        this.map = map;
        this.rule = rule;
    }

    void print(List<PlacedId> ids) {
        out.println("A new store of " + shards() + " and " + map.partitionCount() + " partitions, routed by "
                + rule.label() + ":");
        out.println();
        printPlaces(ids);
        out.println();
        printEmbeddedShards(ids);
        printAnswer(ids);
        out.flush();
    }

    private String shards() {
        var shards = map.shards();
        return shards.size() == 1
                ? "1 shard (" + shards.first() + ")"
                : shards.size() + " shards (" + shards.first() + " to " + shards.last() + ")";
    }

    private void printPlaces(List<PlacedId> ids) {
        var table = new TextTable("as written", "routing id", "partition", "shard");
        ids.forEach(id -> table.row(id.written(), id.routingId(), id.partition(), id.shard()));
        print(table);
    }

    private void printEmbeddedShards(List<PlacedId> ids) {
        var embedded = ids.stream().flatMap(PlacedId::ids).distinct().map(ShardedUUID::from)
                .filter(ShardedUUID::isShardAware).toList();
        if (embedded.isEmpty()) {
            return;
        }
        var table = new TextTable("version-7 UUID", "group", "member", "time");
        for (var id : embedded) {
            var shard = id.resolveShardIdentifier();
            table.row(id, shown(shard.map(ShardIdentifier::group)), shown(shard.map(ShardIdentifier::member)),
                    shown(id.instant()));
        }
        print(table);
        out.println(
                "  Read as a ShardedUUID. A version-7 UUID made elsewhere cannot be told apart: its group and member "
                        + "are random.");
        out.println("  An event store goes by the partition, not by these bits.");
        out.println();
    }

    private void printAnswer(List<PlacedId> ids) {
        var together = Together.of(ids);
        switch (together) {
            case Together.Alone _ -> out.println("Give two or more ids to learn whether they can be written together.");
            case Together.SeveralOrgs several -> answer(
                    no() + ", error 9002 MultipleOrgs: they belong to " + several.orgs()
                            + " orgs, and one append never spans two",
                    no() + ", never: no move changes an org");
            case Together.SeveralShards several -> answer(
                    no() + ", error 9001 ShardRoutingMultipleShards: " + perShard(several),
                    "only if moves bring partitions " + Listing.of(partitions(ids)) + " to one shard");
            case Together.OneShard one -> answer(yes() + ": all are on shard " + one.shard(),
                    "until one of their partitions, " + Listing.of(one.partitions())
                            + ", moves alone; then error 9001 ShardRoutingMultipleShards");
            case Together.OnePartition one -> answer(yes() + ": all are on shard " + one.shard(),
                    yes() + ", always: all are in partition " + one.partition() + ", which moves as a whole");
        }
        // Orgs in one partition share a shard and nothing else.
        if (rule != RoutingRule.ORG_ID && !(together instanceof Together.SeveralOrgs)) {
            out.println("Ids that are equal modulo " + map.partitionCount()
                    + " share a partition and stay together through every move.");
        }
        printNotes(ids);
    }

    private void answer(String now, String afterMoves) {
        out.println("Can these be written together?");
        out.println("  now           " + now + ".");
        out.println("  after moves   " + afterMoves + ".");
    }

    private void printNotes(List<PlacedId> ids) {
        if (ids.stream().anyMatch(id -> id.org().isPresent()) && ids.stream().anyMatch(id -> id.org().isEmpty())) {
            out.println("An id written without an org is taken to be of the same org as the keys.");
        }
        var seen = new HashSet<>();
        ids.stream().filter(id -> id.key().isPresent() && !seen.add(id.key())).findFirst()
                .ifPresent(again -> out.println("The aggregate " + Printable.brief(again.written())
                        + " is here twice; one append names an aggregate once."));
    }

    private static String perShard(Together.SeveralShards several) {
        int more = several.idsByShard().size() - Listing.MAX_NAMED;
        return several.idsByShard().entrySet().stream().limit(Listing.MAX_NAMED)
                .map(shard -> shard.getKey() + " has "
                        + Listing.of(shard.getValue().stream().map(PlacedId::written).toList()))
                .collect(Collectors.joining("; ", "", more > 0 ? "; " + more + " more have the rest" : ""));
    }

    private static List<Integer> partitions(List<PlacedId> ids) {
        return ids.stream().map(PlacedId::partition).distinct().sorted().toList();
    }

    private void print(TextTable table) {
        var lines = table.lines();
        out.println(ansi.new Text("@|bold " + lines.getFirst() + "|@"));
        lines.stream().skip(1).forEach(out::println);
    }

    private static String shown(Optional<?> part) {
        return part.map(Object::toString).orElse("");
    }

    private String yes() {
        return ansi.string("@|bold,green yes|@");
    }

    private String no() {
        return ansi.string("@|bold,red no|@");
    }
}
