package dev.bailiwick.cli;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.Change;
import dev.bailiwick.store.Commit;
import dev.bailiwick.store.Recreation;
import java.util.List;
import java.util.stream.Stream;

/// Prints commits: a line for each event, and for each other change. `docs/cli.md` describes them. Used by one thread at a time.
final class CommitForm {
    private final Output out;
    private final boolean json;
    private final RunningTable table;

    CommitForm(Output out, boolean json) {
        this.out = out;
        this.json = json;
        this.table = new RunningTable(out, "recorded at", "change", "key", "version", "type", "payload");
    }

    void print(List<Commit> commits) {
        if (json) {
            commits.stream().flatMap(CommitForm::lines).forEach(line -> out.line(line.toString()));
        } else {
            table.print(commits.stream().flatMap(CommitForm::rows).toList());
        }
    }

    private static Stream<JsonWriter> lines(Commit commit) {
        return switch (commit.change()) {
            case Change.Appended appended -> appended.events().stream().map(event -> {
                var json = EventForm.put(new JsonWriter().put("change", "appended"), event);
                commit.commandId().ifPresent(id -> json.put("commandId", id.toString()));
                return json;
            });
            case Change.Trimmed trimmed -> Stream.of(line("trimmed", trimmed.key(), commit)
                    .put("firstVersion", trimmed.firstVersion()));
            case Change.Deleted deleted -> Stream.of(line("deleted", deleted.key(), commit)
                    .put("version", deleted.version()).put("recreatable", deleted.recreation() == Recreation.ALLOWED));
            case Change.Erased erased -> Stream.of(line("erased", erased.key(), commit)
                    .put("throughVersion", erased.throughVersion()));
        };
    }

    private static JsonWriter line(String change, AggregateKey key, Commit commit) {
        return new JsonWriter().put("change", change).put("key", key.toString())
                .put("recordedAt", commit.stamp().recordedAt().toString()).put("partition", commit.partition())
                .put("sequence", commit.sequence());
    }

    private static Stream<List<String>> rows(Commit commit) {
        return switch (commit.change()) {
            case Change.Appended appended -> appended.events().stream()
                    .map(event -> row(commit, "appended", event.key(), event.version(), event.type(),
                            EventForm.payload(event)));
            case Change.Trimmed trimmed ->
                Stream.of(row(commit, "trimmed", trimmed.key(), trimmed.firstVersion(), "", ""));
            case Change.Deleted deleted -> Stream.of(row(commit,
                    deleted.recreation() == Recreation.ALLOWED ? "deleted, recreatable" : "deleted for good",
                    deleted.key(), deleted.version(), "", ""));
            case Change.Erased erased ->
                Stream.of(row(commit, "erased", erased.key(), erased.throughVersion(), "", ""));
        };
    }

    private static List<String> row(Commit commit, String change, AggregateKey key, long version, String type,
            String payload) {
        return List.of(commit.stamp().recordedAt().toString(), change, key.toString(), Long.toString(version), type,
                payload);
    }
}
