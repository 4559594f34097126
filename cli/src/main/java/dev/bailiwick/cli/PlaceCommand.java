package dev.bailiwick.cli;

import dev.bailiwick.placement.PartitionMap;
import dev.bailiwick.placement.RoutingRule;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Answers where ids live in a new store with these settings, and whether one append can span them.
@Command(name = "place", //
        description = {
                "Print where ids live, and whether they can be written together: now, and after partitions moved.",
                "", "The answer is that of a new store with these settings; no store is needed or touched."}, //
        footer = {"  bailiwick place 1000 1004 --shards 4", //
                "  bailiwick place order-4821 invoice-4821", //
                "  bailiwick place acme/orders/17 acme/invoices/17 --rule org_id --shards 8", //
                "  bailiwick place 0198c5f0-7a00-7000-8145-000000000001"})
final class PlaceCommand implements Runnable {
    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "ID", arity = "1..*", description = {"A number, a UUID, a name, or a key ORG/TYPE/ID.",
            "Of a key, the rule picks the part that decides. Anything else is taken to be that part itself,"
                    + " of the same org as the others unless the rule is org_id."})
    private List<String> ids = List.of();

    @Option(names = "--shards", paramLabel = "COUNT", converter = WholeNumber.class, //
            description = "Shards of the store, 1 to " + PartitionMap.MAX_SHARDS
                    + ". Default: one for each core, at most " + PartitionMap.MAX_SHARDS + ".")
    private int shards = Math.min(Runtime.getRuntime().availableProcessors(), PartitionMap.MAX_SHARDS);

    @Option(names = "--partitions", paramLabel = "COUNT", converter = WholeNumber.class, //
            description = "Partitions of the store, a multiple of the shards, at most " + PartitionMap.MAX_PARTITIONS
                    + ". Default: the smallest multiple that is at least "
                    + PartitionMap.DEFAULT_MIN_PARTITIONS + ".")
    private @Nullable Integer partitions;

    @Option(names = "--rule", paramLabel = "RULE", converter = RuleLabel.class, //
            completionCandidates = RuleLabel.class, //
            description = "The part of a key that decides: ${COMPLETION-CANDIDATES}. Default: aggregate_id.")
    private RoutingRule rule = RoutingRule.AGGREGATE_ID;

    @Option(names = "--group", paramLabel = "GROUP", converter = WholeNumber.class, //
            description = "The group of the shards, 0 to 255. Default: 0.")
    private int group;

    @Override
    public void run() {
        var map = BadInput.refusing("", this::map);
        var placed = ids.stream()
                .map(id -> BadInput.refusing("cannot place '" + id + "': ", () -> PlacedId.of(id, rule, map)))
                .toList();
        var commandLine = spec.commandLine();
        new PlaceReport(commandLine.getOut(), commandLine.getColorScheme().ansi(), map, rule).print(placed);
    }

    private PartitionMap map() {
        return partitions == null
                ? PartitionMap.initial(group, shards)
                : PartitionMap.initial(group, shards, partitions);
    }
}
