package dev.bailiwick.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;

/// What a call of the command left behind.
record Execution(int exitCode, String out, String err) {
    static Execution of(String... arguments) {
        return of(Ansi.OFF, Bailiwick.commandLine(), arguments);
    }

    static Execution of(Ansi ansi, CommandLine commandLine, String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        int exitCode = commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true))
                .setColorScheme(Help.defaultColorScheme(ansi)).execute(arguments);
        return new Execution(exitCode, out.toString(), err.toString());
    }

    /// A call with something around it.
    static Execution in(Surroundings surroundings, String... arguments) {
        return of(Ansi.OFF, Bailiwick.commandLine(surroundings), arguments);
    }

    Execution succeeds() {
        assertThat(this).isEqualTo(new Execution(0, out, ""));
        return this;
    }

    /// Bad input: one sentence, nothing else, exit code 2.
    void isRefusedWith(String sentence) {
        failsWith(2, sentence);
    }

    /// One sentence, nothing else.
    void failsWith(int code, String sentence) {
        assertThat(this).isEqualTo(new Execution(code, "", sentence + System.lineSeparator()));
    }
}
