package dev.bailiwick.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Rows of text with aligned columns. All rows have as many cells as the heading.
final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();

    TextTable(String... heading) {
        row((Object[]) heading);
    }

    void row(Object... cells) {
        rows.add(Stream.of(cells).map(cell -> Printable.brief(cell.toString())).toList());
    }

    /// The heading, then a line for each row.
    List<String> lines() {
        var widths = IntStream.range(0, rows.getFirst().size())
                .map(column -> rows.stream().mapToInt(row -> length(row.get(column))).max().orElse(0)).toArray();
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        return IntStream.range(0, widths.length).mapToObj(column -> padded(row.get(column), widths[column]))
                .collect(Collectors.joining("   ", "  ", "")).stripTrailing();
    }

    private static String padded(String cell, int width) {
        return cell + " ".repeat(width - length(cell));
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
