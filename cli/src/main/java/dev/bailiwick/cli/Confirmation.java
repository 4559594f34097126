package dev.bailiwick.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;

/// Asks before something is done that cannot be taken back.
record Confirmation(CommandSpec command) {

    /// Returns if the answer is yes. Where nobody can be asked, only `given` counts, so that no script deletes by accident.
    ///
    /// @param given whether the answer was given beforehand
    void ask(String question, boolean given) throws IOException {
        if (given) {
            return;
        }
        var surroundings = Surroundings.of(command);
        if (!surroundings.terminal()) {
            throw new BadInput("there is nobody to ask whether this is meant: give --yes");
        }
        var err = command.commandLine().getErr();
        err.print(question + " [y/N] ");
        err.flush();
        var answer = new BufferedReader(new InputStreamReader(surroundings.in(), Charset.defaultCharset())).readLine();
        if (answer == null || !answer.strip().toLowerCase(Locale.ROOT).matches("y|yes")) {
            throw new BadInput("nothing was done, since the answer was not yes");
        }
    }
}
