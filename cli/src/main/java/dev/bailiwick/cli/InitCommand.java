package dev.bailiwick.cli;

import dev.bailiwick.placement.PartitionMap;
import dev.bailiwick.placement.RoutingRule;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Makes a data directory. All that is decided here stays as it is for as long as the store lives.
@Command(name = "init", //
        description = {"Make a store in a new or empty directory.", "",
                "Rule and partitions are fixed for as long as the store lives; shards are where it starts."}, //
        footer = {"  bailiwick init --data ./data", "  bailiwick init --data ./data --shards 4 --rule org_id"})
final class InitCommand implements Callable<Integer> {
    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    @Mixin
    private final DataDirectory data = new DataDirectory();

    @Option(names = "--shards", paramLabel = "COUNT", converter = WholeNumber.class, //
            description = "Shards, 1 to " + PartitionMap.MAX_SHARDS + ". Default: one for each core, at most "
                    + PartitionMap.MAX_SHARDS + ".")
    private int shards = Math.min(Runtime.getRuntime().availableProcessors(), PartitionMap.MAX_SHARDS);

    @Option(names = "--partitions", paramLabel = "COUNT", converter = WholeNumber.class, //
            description = "Partitions, a multiple of the shards, at most " + PartitionMap.MAX_PARTITIONS
                    + ". Default: the smallest multiple that is at least " + PartitionMap.DEFAULT_MIN_PARTITIONS + ".")
    private @Nullable Integer partitions;

    @Option(names = "--rule", paramLabel = "RULE", converter = RuleLabel.class, //
            completionCandidates = RuleLabel.class, //
            description = "The part of a key that decides where it lives: ${COMPLETION-CANDIDATES}."
                    + " Default: aggregate_id.")
    private RoutingRule rule = RoutingRule.AGGREGATE_ID;

    @Override
    public Integer call() throws IOException {
        var directory = data.path(Surroundings.of(spec));
        var map = BadInput.refusing("", () -> partitions == null
                ? PartitionMap.initial(0, shards)
                : PartitionMap.initial(0, shards, partitions));
        checkEmpty(directory);
        dev.bailiwick.engine.Bailiwick.open(DataDirectory.options(directory).withShards(shards)
                .withPartitions(map.partitionCount()).withRoutingRule(rule)).close();
        Output.of(spec).line("Made a store of " + shards + (shards == 1 ? " shard" : " shards") + " and "
                + map.partitionCount() + " partitions, routed by " + rule.label() + ", in "
                + Printable.line(directory.toString()) + ".");
        return ExitCode.DONE;
    }

    private static void checkEmpty(Path directory) throws IOException {
        if (DataDirectory.isStore(directory)) {
            throw new BadInput("there is a store in " + directory + " already");
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            if (entries.iterator().hasNext()) {
                throw new BadInput("the directory " + directory + " is not empty; a store has a directory of its own");
            }
        } catch (NoSuchFileException e) {
            // It is made along with the store.
        } catch (NotDirectoryException e) {
            throw new BadInput(directory + " is not a directory", e);
        }
    }
}
