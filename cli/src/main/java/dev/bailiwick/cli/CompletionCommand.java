package dev.bailiwick.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Prints what teaches a shell to complete commands and options. One script serves both shells.
@Command(name = "completion", description = "Print the script that teaches a shell to complete commands and options.", //
        footer = {"  source <(bailiwick completion bash)",
                "  bailiwick completion zsh > ~/.bailiwick-completion && source ~/.bailiwick-completion"})
final class CompletionCommand implements Runnable {
    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "One of ${COMPLETION-CANDIDATES}. Default: bash.", arity = "0..1")
    private Shell shell = Shell.bash;

    // In small letters, since this is how people write them.
    enum Shell {
        bash, zsh
    }

    @Override
    public void run() {
        var out = spec.commandLine().getOut();
        if (shell == Shell.zsh) {
            out.println("autoload -U +X compinit && compinit");
        }
        out.println(AutoComplete.bash("bailiwick", spec.root().commandLine()));
        out.flush();
    }
}
