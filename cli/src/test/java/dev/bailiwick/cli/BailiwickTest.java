package dev.bailiwick.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;

class BailiwickTest {
    @Test
    void withoutACommandItListsTheCommands() {
        var execution = Execution.of().succeeds();

        assertThat(execution.out()).contains("Usage: bailiwick", "  place ", "  bench ", "  version ", "  help ");
    }

    static Stream<String> helps() {
        var commands = Bailiwick.commandLine().getSubcommands().keySet();
        return Stream.of(Stream.of("--help"), commands.stream().map(command -> command + " --help"),
                commands.stream().map(command -> "help " + command),
                Stream.of("keys create --help", "keys list --help", "keys revoke --help")).flatMap(all -> all);
    }

    @ParameterizedTest
    @MethodSource("helps")
    void everyHelpHasExamplesAndExitCodes(String arguments) {
        var execution = Execution.of(arguments.split(" ", -1)).succeeds();

        assertThat(execution.out()).startsWith("Usage: bailiwick").contains("Examples:\n", "  bailiwick ",
                "Exit codes:\n  0     done\n  1     an unexpected failure\n  2     bad input",
                "\n  141   nobody reads the output any more\n");
        // The server tells its settings as it does elsewhere.
        assertThat(execution.out().lines()).allMatch(line -> line.length() <= 80 || arguments.contains("serve"));
    }

    @Test
    void theVersionIsThatOfTheBuild() {
        var execution = Execution.of("version").succeeds();

        assertThat(execution.out()).matches("(?s)bailiwick \\d+\\.\\d+\\.\\d+\\S*\njava 25\\S* \\(.*\\)\n");
        assertThat(Execution.of("--version").succeeds()).isEqualTo(execution);
    }

    @Test
    void everyCommandIsListedUnderItsOwnName() {
        assertThat(Commands.NAMES).doesNotHaveDuplicates().allSatisfy(name -> assertThat(
                Commands.named(name).getClass().getAnnotation(Command.class).name()).isEqualTo(name));
    }

    @Test
    void theRehearsalGoesWell() {
        assertThat(Execution.of("rehearse").succeeds().out()).isEmpty();
        assertThat(Execution.of().succeeds().out()).doesNotContain("rehearse");
    }

    @Test
    void completionKnowsEveryCommand() {
        assertThat(Execution.of("completion", "bash").succeeds().out()).startsWith("#!").contains("subscribe",
                "--position-file", "complete ");
        assertThat(Execution.of("completion", "zsh").succeeds().out()).startsWith("autoload -U +X compinit");
        Execution.of("completion", "fish").isRefusedWith("bailiwick completion: invalid value for positional parameter"
                + " at index 0 (SHELL): expected one of [bash, zsh] (case-sensitive) but was 'fish'.");
    }

    @Test
    void theBenchmarksAreLeftToTheLauncher() {
        Execution.of("bench")
                .isRefusedWith("bailiwick bench: the benchmarks are a program of their own: start it with the "
                        + "launcher, ./bailiwick bench.");
    }

    @Test
    void anUnknownCommandIsRefusedWithASuggestion() {
        Execution.of("plase", "1000")
                .isRefusedWith("bailiwick: there is no command 'plase'; did you mean place?");
        Execution.of("help", "xyzzy").isRefusedWith("bailiwick: unknown subcommand 'xyzzy'.");
    }

    @Test
    void anUnknownOptionIsRefusedWithASuggestion() {
        Execution.of("place", "1000", "--shard", "4")
                .isRefusedWith("bailiwick place: there is no option '--shard'; did you mean --shards?");
        Execution.of("place", "1000", "-x").isRefusedWith("bailiwick place: there is no option '-x'.");
        Execution.of("place", "1000", "--xyzzy").isRefusedWith("bailiwick place: there is no option '--xyzzy'.");
        Execution.of("--xyzzy").isRefusedWith("bailiwick: there is no option '--xyzzy'.");
        Execution.of("version", "now").isRefusedWith("bailiwick version: there is no argument 'now'.");
    }

    @Test
    void aRefusalStaysOneLineWhateverTheInput() {
        Execution.of("place", "a\nb/\u001b[31m")
                .isRefusedWith("bailiwick place: cannot place 'a\\u{a}b/\\u{1b}[31m': an aggregate key is written "
                        + "org/type/id, not 'a\\u{a}b/\\u{1b}[31m'.");
    }

    @Test
    void aBugEndsWithExitCode1AndItsTrace() {
        var commandLine = Bailiwick.commandLine().addSubcommand(new Broken());

        var execution = Execution.of(Ansi.OFF, commandLine, "broken");

        assertThat(execution.exitCode()).isEqualTo(1);
        assertThat(execution.out()).isEmpty();
        assertThat(execution.err()).startsWith("bailiwick broken: an unexpected failure; please report it")
                .contains("java.lang.IllegalStateException: the bug").contains("at dev.bailiwick.cli.BailiwickTest");
    }

    @Command(name = "broken")
    private static final class Broken implements Runnable {
        @Override
        public void run() {
            throw new IllegalStateException("the bug");
        }
    }
}
