package dev.bailiwick.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One run from the first section to the report.
final class Run {
    private final Settings settings;
    private final List<Section.Name> names;
    private final Console console;

    Run(Settings settings, List<Section.Name> names, Console console) {
        this.settings = settings;
        this.names = List.copyOf(names);
        this.console = console;
    }

    /// Measures, and writes the report after each section, so that a run that is stopped leaves what it has.
    ///
    /// @return whether everything could be measured
    boolean execute(Workspace workspace, Workers workers, Path report) throws IOException, InterruptedException {
        long startNs = System.nanoTime();
        var markdown = new MarkdownReport("Bailiwick benchmark");
        introduce(workspace.directory(), markdown);
        boolean complete = true;
        for (var name : names) {
            var section = name.section();
            var sheet = new Sheet(section.title(), console);
            section.measure(new Laboratory(settings, workers, workspace), sheet);
            markdown.sheet(sheet, section.explanation());
            Files.writeString(report, markdown.text());
            complete &= !sheet.failed();
        }
        var took = Duration.ofNanos(System.nanoTime() - startNs);
        markdown.paragraph("The run took " + took.toMinutes() + " min " + took.toSecondsPart() + " s.");
        Files.writeString(report, markdown.text());
        return complete;
    }

    private void introduce(Path directory, MarkdownReport markdown) throws IOException {
        var facts = Machine.facts(directory);
        var asked = asked();
        facts.forEach((name, value) -> console.line(name + ": " + value));
        asked.forEach((name, value) -> console.line(name + ": " + value));
        markdown.facts("Machine", facts).facts("Settings", asked);
        if (settings.scale() == Scale.SMOKE) {
            warn(markdown, "A smoke run shows that everything works. Its figures mean nothing.");
        }
        if (Machine.isVolatile(directory)) {
            warn(markdown,
                    "The directory is in memory, where a flush does nothing: choose another one with --directory.");
        }
    }

    private void warn(MarkdownReport markdown, String sentence) {
        console.line(sentence);
        markdown.paragraph(sentence);
    }

    private Map<String, String> asked() {
        var sizes = settings.sizes();
        var asked = new LinkedHashMap<String, String>();
        asked.put("Sections", String.join(", ", names.stream().map(Section.Name::label).toList()));
        asked.put("Scale", settings.scale().label());
        asked.put("Shards", String.valueOf(settings.shards()));
        asked.put("Memory budget of a store", settings.memoryMegabytes() + " MiB");
        asked.put("JVM of a measurement", "one for each, " + String.join(" ", Workers.flags(settings.heapMegabytes()))
                + ", everything else by default");
        asked.put("Seconds for each level",
                sizes.seconds() + ", after warming up until it gets no faster, for at most " + sizes.warmUpSeconds());
        asked.put("Rounds", sizes.rounds() + (sizes.rounds() == 1 ? "" : ", of which the median counts"));
        return asked;
    }

    /// The space that the largest section needs.
    static long diskBytes(List<Section.Name> names, Sizes sizes) {
        return names.stream().mapToLong(name -> name.section().diskBytes(sizes)).max().orElse(0);
    }
}
