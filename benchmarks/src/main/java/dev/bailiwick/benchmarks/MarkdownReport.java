package dev.bailiwick.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The report of a run, as Markdown.
final class MarkdownReport {
    private final List<String> lines = new ArrayList<>();

    MarkdownReport(String title) {
        lines.add("# " + title);
    }

    MarkdownReport paragraph(String text) {
        lines.add("");
        lines.add(text);
        return this;
    }

    MarkdownReport facts(String heading, Map<String, String> facts) {
        heading(heading);
        table(List.of("What", "Value"),
                facts.entrySet().stream().map(fact -> List.of(fact.getKey(), fact.getValue())).toList());
        return this;
    }

    MarkdownReport sheet(Sheet sheet, String explanation) {
        heading(sheet.title());
        lines.add(explanation);
        lines.add("");
        table(Row.HEADING, sheet.rows().stream().map(Row::cells).toList());
        if (!sheet.notes().isEmpty()) {
            lines.add("");
            sheet.notes().forEach(note -> lines.add("- " + escaped(note)));
        }
        return this;
    }

    String text() {
        return String.join("\n", lines) + "\n";
    }

    private void heading(String text) {
        lines.add("");
        lines.add("## " + text);
        lines.add("");
    }

    private void table(List<String> heading, List<List<String>> rows) {
        lines.add(row(heading));
        lines.add("|" + "---|".repeat(heading.size()));
        rows.forEach(cells -> lines.add(row(cells)));
    }

    private static String row(List<String> cells) {
        return cells.stream().map(MarkdownReport::escaped).collect(Collectors.joining(" | ", "| ", " |"));
    }

    private static String escaped(String cell) {
        return cell.replace("|", "\\|").replace('\n', ' ');
    }
}
