package dev.bailiwick.cli;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.FeedFilter;
import dev.bailiwick.store.FeedPosition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Prints what happens in the store.
@Command(name = "subscribe", //
        description = {"Print what happens in the store: appends, trims, deletes, erasures.", "",
                "First what happened since the position, then what happens, until it is interrupted. Filters of one kind"
                        + " are alternatives; filters of different kinds must all match. With a position file the next"
                        + " call goes on where this one ended; what was printed while the machine failed may come again."}, //
        footer = {"  bailiwick subscribe --until-idle",
                "  bailiwick subscribe --org acme --event-type Placed --from now --json",
                "  bailiwick subscribe --json --position-file orders.position --until-idle",
                "  bailiwick subscribe --aggregate acme/orders/order-4821 --limit 10"})
final class SubscribeCommand implements Callable<Integer> {
    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    @Mixin
    private final StoreChoice choice = new StoreChoice();

    @Option(names = "--org", paramLabel = "ORG", converter = WrittenId.Id.class, description = "Only of this org.")
    private List<UUID> orgs = List.of();

    @Option(names = "--aggregate-type", paramLabel = "TYPE", converter = WrittenId.Id.class, //
            description = "Only of aggregates of this type.")
    private List<UUID> aggregateTypes = List.of();

    @Option(names = "--aggregate", paramLabel = "KEY", converter = WrittenId.Key.class, //
            description = "Only of this aggregate, ORG/TYPE/ID.")
    private List<AggregateKey> aggregates = List.of();

    @Option(names = "--event-type", paramLabel = "TYPE", description = "Only events of this type, and nothing but events.")
    private List<String> eventTypes = List.of();

    @Option(names = "--from", paramLabel = "POSITION", converter = PositionText.class, //
            completionCandidates = PositionText.class, //
            description = "Where to begin: ${COMPLETION-CANDIDATES}, or what a position file holds. Default: start.")
    private FeedPosition first = FeedPosition.start();

    @Option(names = "--position-file", paramLabel = "FILE", //
            description = "Begin where the file says, if it is there, and keep the position in it after every batch.")
    private @Nullable Path positionFile;

    @Option(names = "--limit", paramLabel = "COUNT", converter = VersionNumber.class, //
            description = "End after that many commits; an append over several aggregates may be one. Default: never.")
    private long limit = Long.MAX_VALUE;

    @Option(names = "--until-idle", description = "End when there is nothing more to print.")
    private boolean untilIdle;

    @Option(names = "--json", description = "Print a line of JSON for each event and each other change.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        var file = Optional.ofNullable(positionFile).map(PositionFile::new);
        var start = file.isPresent() ? file.get().read().orElse(first) : first;
        var filter = new FeedFilter(new LinkedHashSet<>(orgs), new LinkedHashSet<>(aggregateTypes),
                new LinkedHashSet<>(aggregates), new LinkedHashSet<>(eventTypes));
        return choice.use(store -> subscribe(store, new FeedRun(filter, limit, untilIdle), start, file));
    }

    private int subscribe(EventStore store, FeedRun run, FeedPosition start, Optional<PositionFile> file)
            throws Exception {
        var out = Output.of(spec);
        var form = new CommitForm(out, json);
        // Now is another place the next time, so it is kept before anything comes.
        boolean unknown = start.kind() == FeedPosition.Kind.NOW && file.isPresent();
        var from = unknown ? Following.endOf(store) : start;
        if (unknown) {
            save(file.orElseThrow(), from);
        }
        run.follow(store, from, (commits, position) -> {
            form.print(commits);
            out.flush();
            if (file.isPresent()) {
                save(file.get(), position);
            }
        });
        return ExitCode.DONE;
    }

    private static void save(PositionFile file, FeedPosition position) {
        try {
            file.save(position);
        } catch (IOException e) {
            throw new BadInput("the position cannot be kept in " + file.path() + " (" + e.getMessage()
                    + "), so what was printed last will come again", e);
        }
    }
}
