package dev.bailiwick.benchmarks;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Lays out rows that are printed one by one, so the widths are fixed beforehand; a longer cell pushes the rest aside.
record Columns(List<Integer> widths) {
    Columns {
        widths = List.copyOf(widths);
    }

    String line(List<String> cells) {
        return IntStream.range(0, cells.size()).mapToObj(column -> padded(cells.get(column), column))
                .collect(Collectors.joining("  ", "  ", "")).stripTrailing();
    }

    private String padded(String cell, int column) {
        int width = column < widths.size() ? widths.get(column) : 0;
        return cell + " ".repeat(Math.max(0, width - cell.codePointCount(0, cell.length())));
    }
}
