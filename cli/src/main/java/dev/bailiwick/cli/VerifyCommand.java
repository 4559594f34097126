package dev.bailiwick.cli;

import dev.bailiwick.store.AggregateScope;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.VerifyReport;
import dev.bailiwick.store.VerifyRequest;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Lets the store recompute its hash chains and digests, and prints what does not fit.
@Command(name = "verify", //
        description = {"Recompute hash chains and digests from the log, and report what does not fit.", "",
                "Everything, or one org, or one aggregate."}, //
        footer = {"  bailiwick verify", "  bailiwick verify acme", "  bailiwick verify acme/orders/order-4821 --json"})
final class VerifyCommand implements Callable<Integer> {
    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    @Mixin
    private final StoreChoice choice = new StoreChoice();

    @Parameters(index = "0", arity = "0..1", paramLabel = "SCOPE", //
            description = "An ORG, or an aggregate ORG/TYPE/ID. Default: everything.")
    private @Nullable String written;

    @Option(names = "--json", description = "Print the report as a line of JSON, with the digests of all partitions.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        var scope = BadInput.refusing("cannot verify that: ", this::scope);
        return choice.use(store -> verify(store, scope));
    }

    private AggregateScope scope() {
        if (written == null) {
            return new AggregateScope.Everything();
        }
        return written.indexOf('/') < 0
                ? new AggregateScope.Org(WrittenId.id(written))
                : new AggregateScope.Aggregate(WrittenId.key(written));
    }

    private int verify(EventStore store, AggregateScope scope) {
        var progress = ProgressLine.of(spec);
        var report = store.verify(new VerifyRequest(scope,
                done -> progress.show(() -> progress(done))));
        progress.clear();
        var out = Output.of(spec);
        if (json) {
            out.line(json(report).toString());
        } else {
            print(report, out);
        }
        out.flush();
        return report.ok() ? ExitCode.DONE : ExitCode.PROBLEMS_FOUND;
    }

    private static String progress(VerifyRequest.Progress done) {
        return "verified " + counts(done.aggregates(), done.events()) + (done.segments() == 0
                ? ""
                : ", held " + Amount.of(done.segments(), "segment") + " against the index");
    }

    private static void print(VerifyReport report, Output out) {
        out.line("Verified " + counts(report.aggregates(), report.events()) + ": " + (report.ok()
                ? "no problem."
                : Amount.of(report.problemCount(), "problem") + "."));
        report.problems().forEach(problem -> out.line("  " + problem.key().map(key -> key + ": ").orElse("")
                + Printable.line(problem.description())));
        if (report.problemCount() > report.problems().size()) {
            out.line("  and " + (report.problemCount() - report.problems().size()) + " more");
        }
    }

    private static JsonWriter json(VerifyReport report) {
        return new JsonWriter().put("aggregates", report.aggregates()).put("events", report.events())
                .put("problemCount", report.problemCount()).put("problems", report.problems().stream().map(problem -> {
                    var line = new JsonWriter();
                    problem.key().ifPresent(key -> line.put("key", key.toString()));
                    return line.put("description", problem.description());
                }).toList()).put("digests", DigestForm.json(report.digests()));
    }

    private static String counts(long aggregates, long events) {
        return Amount.of(aggregates, "aggregate") + " with " + Amount.of(events, "event");
    }
}
