package dev.bailiwick.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;

/// The standard output of a command. Whoever prints much calls [#flush] after each piece, and so learns when nobody reads any more.
/// Used by one thread at a time.
final class Output {
    private final PrintWriter out;
    private final Ansi ansi;

    Output(PrintWriter out, Ansi ansi) {
        this.out = out;
        this.ansi = ansi;
    }

    static Output of(CommandSpec command) {
        var commandLine = command.commandLine();
        return new Output(commandLine.getOut(), commandLine.getColorScheme().ansi());
    }

    /// One line of what the caller knows to be printable.
    void line(String text) {
        out.println(text);
    }

    /// The one thing that a command has to say.
    ///
    /// @throws OutputLostException if it did not arrive
    void report(String text) {
        line(text);
        flush();
    }

    void heading(String text) {
        out.println(ansi.new Text("@|bold " + text + "|@"));
    }

    /// A line that says whether something holds.
    void mark(boolean holds, String text) {
        out.println(ansi.string(holds ? "  @|bold,green ok|@     " : "  @|bold,red NOT|@    ") + text);
    }

    /// @throws OutputLostException if what was printed did not arrive
    void flush() {
        if (out.checkError()) {
            throw new OutputLostException();
        }
    }
}
