package dev.bailiwick.cli;

import java.util.List;
import java.util.Set;
import picocli.CommandLine.HelpCommand;

/// The list of commands. They are named here besides at the commands themselves, so that a call loads the one that it is about
/// and no other. A switch rather than a map of constructors: JDK 25 fails to write its start-up cache over method references whose
/// classes were never loaded.
final class Commands {
    /// In the order in which the help lists them.
    static final List<String> NAMES = List.of("demo", "init", "append", "read", "details", "trim", "delete", "list",
            "subscribe", "verify", "inspect", "erase", "compact", "backup", "restore", "export", "import", "serve",
            "keys", "place", "bench", "completion", "version", "rehearse", "help");
    /// Commands that are about other commands.
    static final Set<String> KNOWING_ALL = Set.of("help", "completion");

    private Commands() {
    }

    /// A new command for picocli.
    static Object named(String name) {
        return switch (name) {
            case "demo" -> new DemoCommand();
            case "init" -> new InitCommand();
            case "append" -> new AppendCommand();
            case "read" -> new ReadCommand();
            case "details" -> new DetailsCommand();
            case "trim" -> new TrimCommand();
            case "delete" -> new DeleteCommand();
            case "list" -> new ListCommand();
            case "subscribe" -> new SubscribeCommand();
            case "verify" -> new VerifyCommand();
            case "inspect" -> new InspectCommand();
            case "erase" -> new EraseCommand();
            case "compact" -> new CompactCommand();
            case "backup" -> new BackupCommand();
            case "restore" -> new RestoreCommand();
            case "export" -> new ExportCommand();
            case "import" -> new ImportCommand();
            case "serve" -> new ServeCommand();
            case "keys" -> new KeysCommand();
            case "place" -> new PlaceCommand();
            case "bench" -> new BenchCommand();
            case "completion" -> new CompletionCommand();
            case "version" -> new VersionCommand();
            case "rehearse" -> new RehearseCommand();
            case "help" -> new HelpCommand();
            default -> throw new IllegalArgumentException("there is no command " + name);
        };
    }
}
