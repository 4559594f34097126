package dev.bailiwick.cli;

import dev.bailiwick.placement.PartitionMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Shows on this machine what the store promises, and proves it from the log.
@Command(name = "demo", //
        description = {"See the store keep its promises while its process is killed.", "",
                "Many writers move money between accounts on an embedded store in a new directory. Half way the process that"
                        + " writes is killed, and another one goes on. Then the log is read back and audited: no money made"
                        + " or lost, no version missing, every acknowledged transfer there exactly once.",
                "", "Ends with 0 only if all of it is proven."}, //
        footer = {"  bailiwick demo", "  bailiwick demo --seconds 40 --writers 500 --accounts 100",
                "  bailiwick demo --keep"})
final class DemoCommand implements Callable<Integer> {
    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    @Option(names = "--seconds", paramLabel = "COUNT", converter = WholeNumber.class, //
            description = "How long to write, 1 to 300. Default: ${DEFAULT-VALUE}.")
    private int seconds = 16;

    @Option(names = "--accounts", paramLabel = "COUNT", converter = WholeNumber.class, //
            description = "Accounts, 2 to 100000; the fewer, the more conflicts. Default: ${DEFAULT-VALUE}.")
    private int accounts = 1_000;

    @Option(names = "--writers", paramLabel = "COUNT", converter = WholeNumber.class, //
            description = "Writers that race, 1 to 10000. Default: ${DEFAULT-VALUE}.")
    private int writers = 64;

    @Option(names = "--shards", paramLabel = "COUNT", converter = WholeNumber.class, //
            description = "Shards of the store, 1 to " + PartitionMap.MAX_SHARDS + ". Default: one for each core.")
    private int shards = Math.min(Runtime.getRuntime().availableProcessors(), PartitionMap.MAX_SHARDS);

    @Option(names = "--seed", paramLabel = "NUMBER", description = "Of what is random. Default: another one each time.")
    private @Nullable Long seed;

    @Option(names = "--keep", description = "Keep the store and say where it is, instead of deleting it.")
    private boolean keep;

    @Override
    public Integer call() throws Exception {
        var plan = BadInput.refusing("", () -> {
            DemoPlan.check("seconds", seconds, 1, 300);
            PartitionMap.initial(0, shards);
            return new DemoPlan(accounts, writers, shards,
                    seed == null ? ThreadLocalRandom.current().nextInt(1, 1_000_000) : seed);
        });
        var out = Output.of(spec);
        try (var workspace = DemoWorkspace.make(keep)) {
            boolean proven = new Demo(workspace.directory(), plan, out, ProgressLine.of(spec)).run(seconds);
            if (keep) {
                out.line("");
                out.line("The store is in " + DemoProcess.data(workspace.directory())
                        + ". Look at it, for example with");
                out.line("  bailiwick verify --data " + DemoProcess.data(workspace.directory()));
                out.flush();
            }
            return proven ? ExitCode.DONE : ExitCode.PROBLEMS_FOUND;
        }
    }
}
