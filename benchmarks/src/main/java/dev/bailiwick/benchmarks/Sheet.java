package dev.bailiwick.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The results of one section, printed as they come. Used by one thread.
final class Sheet {
    private final String title;
    private final Console console;
    private final List<Row> rows = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private boolean failed;

    Sheet(String title, Console console) {
        this.title = title;
        this.console = console;
        console.line("");
        console.line(title);
        console.row(Row.HEADING);
    }

    void row(String what, String value, String detail) {
        add(new Row(what, value, detail, Optional.empty()));
    }

    void row(String what, String value, String detail, Target target) {
        add(new Row(what, value, detail, Optional.of(target)));
    }

    private void add(Row row) {
        rows.add(row);
        console.row(row.cells());
    }

    /// What a reader must know to read the figures.
    void note(String sentence) {
        notes.add(sentence);
        console.line("  " + sentence);
    }

    /// Runs a part whose failure must not cost the other parts their results.
    void part(String what, Part part) throws InterruptedException {
        try {
            part.measure();
        } catch (WorkerFailedException e) {
            failed = true;
            row(what, "FAILED", "");
            note(what + " failed: " + e.getMessage());
        }
    }

    /// Part of a section.
    interface Part {
        void measure() throws InterruptedException;
    }

    String title() {
        return title;
    }

    List<Row> rows() {
        return List.copyOf(rows);
    }

    List<String> notes() {
        return List.copyOf(notes);
    }

    boolean failed() {
        return failed;
    }
}
