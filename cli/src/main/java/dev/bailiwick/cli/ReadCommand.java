package dev.bailiwick.cli;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.Limits;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.store.SubscribeRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Prints the events of one aggregate, page by page, and goes on with those to come if asked to.
@Command(name = "read", //
        description = {"Print the events of an aggregate.", "",
                "With --follow it goes on with those to come, until it is interrupted."}, //
        footer = {"  bailiwick read acme/orders/order-4821",
                "  bailiwick read acme/orders/order-4821 --backwards --limit 1 --json",
                "  bailiwick read acme/orders/order-4821 --from 10 --event-type Paid --event-type Refunded",
                "  bailiwick read acme/orders/order-4821 --follow"})
final class ReadCommand implements Callable<Integer> {
    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    @Mixin
    private final StoreChoice choice = new StoreChoice();

    // Required, so never null when the command runs.
    @SuppressWarnings("NullAway.Init")
    @Parameters(index = "0", paramLabel = "KEY", converter = WrittenId.Key.class, //
            description = "The aggregate, ORG/TYPE/ID, each a UUID, a number or a name.")
    private AggregateKey key;

    @Option(names = "--from", paramLabel = "VERSION", converter = VersionNumber.class, //
            description = "The version to begin with. Default: the first that is readable, or backwards the last.")
    private @Nullable Long from;

    @Option(names = "--backwards", description = "From the newest to the oldest.")
    private boolean backwards;

    @Option(names = "--limit", paramLabel = "COUNT", converter = VersionNumber.class, //
            description = "How many events at the most. Default: all.")
    private long limit = Long.MAX_VALUE;

    @Option(names = "--event-type", paramLabel = "TYPE", description = "Only events of this type; may be given several times.")
    private List<String> eventTypes = List.of();

    @Option(names = "--json", description = "Print a line of JSON for each event.")
    private boolean json;

    @Option(names = "--follow", description = "Go on with events to come.")
    private boolean follow;

    @Override
    public Integer call() throws Exception {
        if (follow && backwards) {
            throw new BadInput("what is to come cannot be read backwards: give --follow or --backwards");
        }
        var request = request();
        return choice.use(store -> read(store, request));
    }

    private ReadRequest request() {
        var request = ReadRequest.of(key).limit((int) Math.min(limit, Limits.DEFAULT_PAGE_EVENTS));
        if (from != null) {
            request = request.from(from);
        }
        if (backwards) {
            request = request.backwards();
        }
        for (var type : eventTypes) {
            request = request.eventType(type);
        }
        return request;
    }

    private int read(EventStore store, ReadRequest request) throws Exception {
        var printer = new EventPrinter(Output.of(spec), json, limit);
        // What comes from here on is in the feed, and what was before is in the pages; where both have it, the version tells.
        var position = follow ? Following.endOf(store) : FeedPosition.start();
        long lastVersion = readPages(store, request, printer);
        if (follow && !printer.hasEnough()) {
            follow(store, position, lastVersion, printer);
        }
        return ExitCode.DONE;
    }

    /// @return the last version that the pages covered
    private static long readPages(EventStore store, ReadRequest first, EventPrinter printer) {
        var next = Optional.of(first);
        long version = 0;
        while (next.isPresent() && !printer.hasEnough()) {
            var page = store.read(next.get());
            printer.print(page.events());
            version = page.version();
            next = page.next();
        }
        return version;
    }

    private void follow(EventStore store, FeedPosition position, long lastVersion, EventPrinter printer)
            throws Exception {
        var request = SubscribeRequest.from(position).aggregate(key);
        for (var type : eventTypes) {
            request = request.eventType(type);
        }
        long firstVersion = Math.max(lastVersion + 1, from == null ? 1 : from);
        Following.run(store, request, batch -> {
            printer.print(batch.events().stream().filter(event -> event.version() >= firstVersion).toList());
            return printer.hasEnough() ? Following.Next.STOP : Following.Next.GO_ON;
        });
    }

    /// Prints events up to a number of them.
    private static final class EventPrinter {
        private final Output out;
        private final boolean json;
        private final RunningTable table;
        private long left;

        private EventPrinter(Output out, boolean json, long limit) {
            this.out = out;
            this.json = json;
            this.left = limit;
            this.table = new RunningTable(out, "version", "recorded at", "type", "payload", "metadata");
        }

        private boolean hasEnough() {
            return left == 0;
        }

        private void print(List<RecordedEvent> events) {
            var some = events.stream().limit(left).toList();
            left -= some.size();
            if (json) {
                some.forEach(event -> out.line(EventForm.json(event).toString()));
            } else {
                table.print(some.stream().map(EventForm::row).toList());
            }
            out.flush();
        }
    }
}
