package dev.bailiwick.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.persistence.ActionPlan;
import dev.bailiwick.persistence.DataSourceConfig;
import dev.bailiwick.persistence.GatherOptions;
import dev.bailiwick.persistence.Handler;
import dev.bailiwick.persistence.HandlerOptions;
import dev.bailiwick.persistence.Handlers;
import dev.bailiwick.persistence.KeyedLockProvider;
import dev.bailiwick.persistence.PageRequest;
import dev.bailiwick.persistence.ParkedEvents;
import dev.bailiwick.persistence.PersistenceError;
import dev.bailiwick.persistence.RetryPolicy;
import dev.bailiwick.placement.DirectoryPlacement;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.placement.PartitionMap;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.store.ErrorCode;
import dev.bailiwick.store.Limits;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The documents say what is so.
class DocumentsTest {
    private static final Pattern JAVA_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern SNIPPET = Pattern.compile("( *)// snippet: [\\w-]+\n(.*?)\n *// end", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(#[^)]*)?\\)");

    static List<Path> documents() {
        return Repository.documents();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void javaInADocumentIsCompiledAndRun(Path document) {
        var snippets = new HashSet<String>();
        for (var source : Repository.below("examples/src/test/java", ".java")) {
            SNIPPET.matcher(Repository.read(source)).results()
                    .forEach(match -> snippets.add(match.group(2).stripIndent().strip()));
        }

        JAVA_BLOCK.matcher(Repository.read(document)).results()
                .forEach(block -> assertThat(snippets).contains(block.group(1).strip()));
    }

    @ParameterizedTest
    @MethodSource("documents")
    void linksLeadSomewhere(Path document) {
        LINK.matcher(Repository.read(document)).results().map(match -> match.group(1))
                .filter(target -> !target.startsWith("http"))
                .forEach(target -> assertThat(document.resolveSibling(target)).exists());
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyDocumentCanBeReachedFromTheReadme(Path document) {
        var reached = new HashSet<Path>();
        follow(Repository.root().resolve("README.md"), reached);

        assertThat(reached).contains(document.normalize());
    }

    private static void follow(Path document, Set<Path> reached) {
        if (reached.add(document.normalize()) && document.toString().endsWith(".md")) {
            LINK.matcher(Repository.read(document)).results().map(match -> document.resolveSibling(match.group(1)))
                    .filter(Files::isRegularFile).forEach(next -> follow(next, reached));
        }
    }

    @Test
    void everyErrorIsListedAsItIs() {
        var rows = new ArrayList<String>();
        Repository.read("docs/errors.md").lines().filter(line -> line.matches("\\| \\d+ \\|.*"))
                .forEach(line -> rows.add(String.join(" ", cells(line).subList(0, 4))));

        var codes = ErrorCode.ALL.stream().map(code -> code.number() + " `" + code.name() + "` "
                + code.kind().name().toLowerCase(Locale.ROOT) + " " + (code.retryable() ? "yes" : "no")).toList();
        assertThat(rows).isEqualTo(codes);
    }

    @Test
    void everyErrorOfPersistenceIsListedAsItIs() {
        var rows = new ArrayList<String>();
        Repository.read("docs/persistence/errors.md").lines().filter(line -> line.matches("\\| \\d+ \\|.*"))
                .forEach(line -> rows.add(String.join(" ", cells(line).subList(0, 3))));

        assertThat(rows)
                .isEqualTo(Stream.of(PersistenceError.values()).map(error -> error.number() + " `" + error.title()
                        + "` " + (error.retryable() ? "yes" : "no")).toList());
    }

    @Test
    void everyLimitIsListedWithItsValue() throws IllegalAccessException {
        var text = Repository.read("docs/limits.md");
        for (var field : Limits.class.getFields()) {
            assertThat(text).contains(row(field.getName(), ((Number) field.get(null)).longValue()));
        }
        for (var owner : List.of(PartitionMap.class, ShardIdentifier.class, Ids.class, DirectoryPlacement.class,
                ActionPlan.class, DataSourceConfig.class, GatherOptions.class, Handler.class,
                HandlerOptions.class, Handlers.class, KeyedLockProvider.class, PageRequest.class, ParkedEvents.class,
                RetryPolicy.class)) {
            for (var field : owner.getFields()) {
                if (Modifier.isStatic(field.getModifiers()) && field.getName().startsWith("MAX_")) {
                    assertThat(text).contains(row(owner.getSimpleName() + "." + field.getName(), field.getLong(null)));
                }
            }
        }
    }

    private static String row(String name, long value) {
        return String.format(Locale.ROOT, "| `%s` | %,d |", name, value);
    }

    private static List<String> cells(String line) {
        return Stream.of(line.split("\\|", -1)).map(String::strip).filter(cell -> !cell.isEmpty()).toList();
    }

    @Test
    void everyModuleIsDescribed() {
        var text = Repository.read("docs/architecture.md");

        assertThat(Modules.MAY_USE.keySet()).allSatisfy(module -> assertThat(text).contains("`" + module + "`"));
    }

    @Test
    void decisionsAreNumberedWithoutGapsAndListed() throws IOException {
        try (var files = Files.list(Repository.root().resolve("docs/decisions"))) {
            var names = files.map(file -> file.getFileName().toString()).filter(name -> !name.equals("README.md"))
                    .sorted().toList();
            for (int i = 0; i < names.size(); i++) {
                assertThat(names.get(i)).matches(String.format(Locale.ROOT, "%04d-[a-z0-9-]+\\.md", i + 1));
            }
        }
    }

    @Test
    void ciRunsTheTestCommandOfTheReadme() {
        var command = Repository.read(".ci/run").lines().filter(line -> line.startsWith("mvn")).toList();

        assertThat(command).hasSize(1);
        assertThat(Repository.read("README.md")).contains("    " + command.getFirst() + "\n");
    }
}
