package dev.bailiwick.cli;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ListRequest;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/// Prints what there is, all pages of it.
@Command(name = "list", //
        description = {"List orgs, the aggregate types of an org, or the aggregates of a type.", "",
                "Ids come in an order of the store's own. Names are not kept, only the ids that they became."}, //
        footer = {"  bailiwick list orgs", "  bailiwick list types acme", "  bailiwick list aggregates acme/orders",
                "  bailiwick list aggregates acme/orders --deleted --json"})
final class ListCommand implements Callable<Integer> {
    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    @Mixin
    private final StoreChoice choice = new StoreChoice();

    // Required, so never null when the command runs.
    @SuppressWarnings("NullAway.Init")
    @Parameters(index = "0", paramLabel = "WHAT", converter = WhatLabel.class, completionCandidates = WhatLabel.class, //
            description = "One of ${COMPLETION-CANDIDATES}.")
    private What what;

    @Parameters(index = "1", arity = "0..1", paramLabel = "OF", //
            description = "For types an ORG; for aggregates ORG/TYPE.")
    private @Nullable String of;

    @Option(names = "--deleted", description = "Deleted aggregates too.")
    private boolean deleted;

    @Option(names = "--limit", paramLabel = "COUNT", converter = VersionNumber.class, //
            description = "How many ids at the most. Default: all.")
    private long limit = Long.MAX_VALUE;

    @Option(names = "--json", description = "Print a line of JSON for each.")
    private boolean json;

    /// What can be listed.
    enum What {
        ORGS, TYPES, AGGREGATES;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public Integer call() throws Exception {
        var request = BadInput.refusing("cannot list " + what.label() + ": ", this::request);
        return choice.use(store -> print(store, deleted ? request.withDeleted() : request));
    }

    private ListRequest request() {
        var parts = of == null ? new String[0] : of.split("/", -1);
        int expected = switch (what) {
            case ORGS -> 0;
            case TYPES -> 1;
            case AGGREGATES -> 2;
        };
        if (parts.length != expected) {
            throw new IllegalArgumentException(switch (what) {
                case ORGS -> "they belong to nothing else, so give no OF";
                case TYPES -> "they are those of an ORG, so name one";
                case AGGREGATES -> "they are those of an ORG/TYPE, so name one";
            });
        }
        return switch (what) {
            case ORGS -> ListRequest.orgs();
            case TYPES -> ListRequest.aggregateTypes(WrittenId.id(parts[0]));
            case AGGREGATES -> ListRequest.aggregates(WrittenId.id(parts[0]), WrittenId.id(parts[1]));
        };
    }

    private int print(EventStore store, ListRequest first) {
        var out = Output.of(spec);
        var table = new RunningTable(out, switch (what) {
            case ORGS -> "org";
            case TYPES -> "aggregate type";
            case AGGREGATES -> "aggregate";
        });
        long left = limit;
        for (var next = Optional.of(first); next.isPresent() && left > 0;) {
            var page = store.list(next.get());
            var ids = page.ids().stream().limit(left).toList();
            left -= ids.size();
            if (json) {
                ids.forEach(id -> out.line(json(first.scope(), id).toString()));
            } else {
                table.print(ids.stream().map(id -> List.of(id.toString())).toList());
            }
            out.flush();
            next = page.next();
        }
        return ExitCode.DONE;
    }

    private static JsonWriter json(ListRequest.Scope scope, UUID id) {
        return switch (scope) {
            case ListRequest.Scope.Orgs _ -> new JsonWriter().put("org", id.toString());
            case ListRequest.Scope.AggregateTypes types -> new JsonWriter().put("org", types.orgId().toString())
                    .put("aggregateType", id.toString());
            case ListRequest.Scope.Aggregates of -> new JsonWriter().put("key",
                    AggregateKey.of(of.orgId(), of.aggregateTypeId(), id).toString());
        };
    }

    /// Reads what to list, and lists it for the help.
    static final class WhatLabel implements ITypeConverter<What>, Iterable<String> {
        @Override
        public What convert(String text) {
            return Arrays.stream(What.values()).filter(what -> what.label().equals(text)).findFirst().orElseThrow(
                    () -> new TypeConversionException("'" + text + "' is not one of orgs, types and aggregates"));
        }

        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(What.values()).map(What::label).iterator();
        }
    }
}
