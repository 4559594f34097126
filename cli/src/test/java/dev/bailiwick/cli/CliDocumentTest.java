package dev.bailiwick.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// `docs/cli.md` says what is so: its examples are run, and nothing is left out.
class CliDocumentTest {
    private static final Pattern CONSOLE = Pattern.compile("```console\n(.*?)```", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
    /// What the examples write to.
    private static final Pattern FILE = Pattern.compile("\\w+\\.(position|org)|monday|tuesday|trial");
    private static final String PROMPT = "$ ";
    private static final String PIPE = " | ";

    private final String document;

    CliDocumentTest() throws IOException {
        document = Files.readString(Path.of("..", "docs", "cli.md"));
    }

    /// A line that a person types, and what is printed then.
    private record Example(String line, List<String> expected) {}

    @Test
    void everyExampleDoesWhatItSays(@TempDir Path directory) {
        var examples = examples();

        assertThat(examples).hasSizeGreaterThan(20);
        for (var example : examples) {
            var printed = run(example.line(), directory);
            assertThat(printed).as(example.line()).hasSameSizeAs(example.expected());
            for (int i = 0; i < printed.size(); i++) {
                assertThat(printed.get(i)).as(example.line()).matches(pattern(example.expected().get(i)));
            }
        }
    }

    private List<Example> examples() {
        var examples = new ArrayList<Example>();
        CONSOLE.matcher(document).results().flatMap(block -> block.group(1).lines()).forEach(line -> {
            if (line.startsWith(PROMPT)) {
                examples.add(new Example(line.substring(PROMPT.length()), new ArrayList<>()));
            } else {
                examples.getLast().expected().add(line);
            }
        });
        return examples;
    }

    private static List<String> run(String line, Path directory) {
        var input = line.startsWith("echo ") ? words(line.substring(0, line.indexOf(PIPE))).get(1) + "\n" : "";
        var command = line.startsWith("echo ") ? line.substring(line.indexOf(PIPE) + PIPE.length()) : line;
        var words = words(command).stream().map(word -> FILE.matcher(word).matches()
                ? directory.resolve(word).toString()
                : word).toList();
        assertThat(words.getFirst()).isEqualTo("bailiwick");
        var execution = Execution.in(new Surroundings(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), false,
                Map.of("BAILIWICK_DATA", directory.resolve("data").toString())),
                words.stream().skip(1).toArray(String[]::new));
        return Stream.concat(execution.out().lines(), execution.err().lines()).toList();
    }

    private static List<String> words(String line) {
        return WORD.matcher(line).results().map(word -> word.group(1) == null ? word.group(2) : word.group(1)).toList();
    }

    /// Three dots stand for anything.
    private static String pattern(String expected) {
        return Stream.of(expected.split("\\.\\.\\.", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
    }

    @Test
    void everyCommandAndEveryOptionIsDescribed() {
        Bailiwick.commandLine().getSubcommands().values().forEach(this::checkDescribed);
    }

    private void checkDescribed(CommandLine command) {
        var spec = command.getCommandSpec();
        if (!spec.usageMessage().hidden()) {
            assertThat(document).contains("`" + spec.qualifiedName().replace("bailiwick ", "") + "`");
            spec.options().forEach(option -> assertThat(document).as(spec.name()).contains(option.longestName()));
            command.getSubcommands().values().forEach(this::checkDescribed);
        }
    }

    @Test
    void everyExitCodeIsListedAsTheHelpDoes() {
        var listed = Bailiwick.commandLine().getCommandSpec().usageMessage().exitCodeList().entrySet().stream()
                .map(code -> "| " + code.getKey() + " | " + code.getValue() + " |").toList();

        assertThat(document.lines().filter(line -> line.matches("\\| \\d+ \\| .*"))).isEqualTo(listed);
    }
}
