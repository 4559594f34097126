package dev.bailiwick.cli;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A table that is printed piece by piece, so that a long one takes no memory. Columns are aligned within a piece and only become
/// wider from one piece to the next. Used by one thread at a time.
final class RunningTable {
    private final Output out;
    private final List<String> heading;
    private final int[] widths;
    private boolean begun;

    RunningTable(Output out, String... heading) {
        this.out = out;
        this.heading = List.of(heading);
        this.widths = this.heading.stream().mapToInt(RunningTable::length).toArray();
    }

    /// Prints the next rows, each with as many cells as the heading.
    void print(List<List<String>> rows) {
        var printable = rows.stream().map(row -> row.stream().map(Printable::brief).toList()).toList();
        printable.forEach(this::fit);
        if (!begun && !rows.isEmpty()) {
            out.heading(line(heading));
            begun = true;
        }
        printable.forEach(row -> out.line(line(row)));
    }

    private void fit(List<String> row) {
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], length(row.get(i)));
        }
    }

    private String line(List<String> row) {
        return IntStream.range(0, widths.length)
                .mapToObj(column -> row.get(column) + " ".repeat(widths[column] - length(row.get(column))))
                .collect(Collectors.joining("   ", "  ", "")).stripTrailing();
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
