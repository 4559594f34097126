package dev.bailiwick.cli;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.NewEvent;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Appends events to one aggregate, all of them or none.
@Command(name = "append", //
        description = {"Append an event, or several at once: all of them or none.", "",
                "The payload is an argument, a file, or standard input. With --lines each line of standard input is"
                        + " an event in JSON, such as {\"type\": \"Placed\", \"payload\": {\"total\": 12}}, or a line that"
                        + " read --json printed."}, //
        footer = {"  bailiwick append acme/orders/17 '{\"total\": 12}' --type Placed --expect none",
                "  bailiwick append acme/orders/17 --type Scanned --file scan.pdf --metadata by=ann",
                "  date | bailiwick append acme/orders/17 - --type Noted --expect 2",
                "  bailiwick append acme/orders/17 --lines < events.jsonl"})
final class AppendCommand implements Callable<Integer> {
    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    @Mixin
    private final StoreChoice choice = new StoreChoice();

    @Mixin
    private final EventInput input = new EventInput();

    // Required, so never null when the command runs.
    @SuppressWarnings("NullAway.Init")
    @Parameters(index = "0", paramLabel = "KEY", converter = WrittenId.Key.class, //
            description = "The aggregate, ORG/TYPE/ID, each a UUID, a number or a name.")
    private AggregateKey key;

    @Parameters(index = "1", arity = "0..1", paramLabel = "PAYLOAD", //
            description = "The payload of the one event; - reads it from standard input.")
    private @Nullable String payload;

    @Option(names = "--expect", paramLabel = "WHAT", converter = Expectation.class, //
            completionCandidates = Expectation.class, //
            description = "Append only if the aggregate is as expected: ${COMPLETION-CANDIDATES}, or the version it is at."
                    + " Default: any.")
    private ExpectedVersion expected = ExpectedVersion.any();

    @Option(names = "--command-id", paramLabel = "UUID", //
            description = "Under which the command is recognised when it is sent again; version 7 is best.")
    private @Nullable UUID commandId;

    @Option(names = "--json", description = "Print the result as a line of JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        var events = input.events(payload, Surroundings.of(spec).in());
        var request = AppendRequest.builder().write(key, expected, events);
        if (commandId != null) {
            request.commandId(commandId);
        }
        var built = request.build();
        return choice.use(store -> append(store, built, events));
    }

    private int append(EventStore store, AppendRequest request, List<NewEvent> events) {
        var result = store.append(request);
        long last = result.version(key);
        long first = last - events.size() + 1;
        var out = Output.of(spec);
        out.line(json ? json(result, first, last) : sentence(result, first, last));
        out.flush();
        return ExitCode.DONE;
    }

    private String json(AppendResult result, long first, long last) {
        return new JsonWriter().put("key", key.toString()).put("firstVersion", first).put("version", last)
                .put("duplicate", result.duplicate()).toString();
    }

    private static String sentence(AppendResult result, long first, long last) {
        var versions = first == last ? "version " + last : "versions " + first + " to " + last;
        return result.duplicate()
                ? "Nothing to do: this command was executed before, as " + versions + "."
                : "Appended as " + versions + ".";
    }
}
