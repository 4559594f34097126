package dev.bailiwick.cli;

import dev.bailiwick.store.CompactableStore;
import dev.bailiwick.store.CompactionReport;
import dev.bailiwick.store.CompactionRequest;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Gives back the disk space of what nobody can read any more.
@Command(name = "compact", //
        description = {"Give back the disk space of trimmed and deleted events.", "",
                "A running store does this in the background where it is worth it. This command has it done now: in a data"
                        + " directory that nobody has open, or by a server."}, //
        footer = {"  bailiwick compact --data data", "  bailiwick compact --data data --all --json",
                "  bailiwick compact --server localhost:4821 --rate 20"})
final class CompactCommand implements Callable<Integer> {
    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    @Mixin
    private final StoreChoice choice = new StoreChoice();

    @Option(names = "--all", description = "Write all finished segments anew, which also brings the events of each"
            + " aggregate together. Default: those of which a quarter or more can be reclaimed.")
    private boolean all;

    @Option(names = "--rate", paramLabel = "MIB", description = "How many MiB a second it reads and writes at the most."
            + " Default: as fast as it goes.")
    private @Nullable Double mebibytes;

    @Option(names = "--json", description = "Print the report as a line of JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        var request = BadInput.refusing("cannot compact that way: ", this::request);
        return choice.use(store -> compact(store, request));
    }

    private CompactionRequest request() {
        var request = all ? CompactionRequest.everything() : CompactionRequest.worthwhile();
        return mebibytes == null ? request : request.withBytesPerSecond(Math.round(mebibytes * Amount.MEBIBYTE));
    }

    private int compact(CompactableStore store, CompactionRequest request) {
        var progress = ProgressLine.of(spec);
        var report = store.compact(request.withProgress(sofar -> progress.show(() -> "compacting: " + text(sofar))));
        progress.clear();
        Output.of(spec).report(json ? json(report).toString() : "Compacted: " + text(report) + ".");
        return ExitCode.DONE;
    }

    private static String text(CompactionReport report) {
        return String.format(Locale.ROOT,
                "%,d of %,d segments became %,d, %s became %s, %s reclaimed", report.replaced(), report.looked(),
                report.written(), Amount.mebibytes(report.bytesBefore()), Amount.mebibytes(report.bytesAfter()),
                Amount.of(report.events(), "event"));
    }

    private static JsonWriter json(CompactionReport report) {
        return new JsonWriter().put("looked", report.looked()).put("replaced", report.replaced())
                .put("written", report.written()).put("bytesBefore", report.bytesBefore())
                .put("bytesAfter", report.bytesAfter()).put("events", report.events());
    }
}
