package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/// A command line for [ShardMoves], to be run with the class path of the application, since its repositories say what there is to move. They are found by the index that the
/// compiler wrote for classes with [BailiwickRepository]; where their constructors take more than the registry, write a `main` of your own that calls the API.
public final class ShardMovesCommand {
    private static final Pattern SHARD = Pattern.compile("(\\d{1,3})/(\\d{1,2})");
    private static final String USAGE = """
            usage: <configuration file> <command> [options]
              list                            all moves, and how far they are
              plan <shard> [<target>]         what a move would do; without a target to the shard's own database
              move <shard> [<target>]         does it, and tells how far it is
              resume | abort | revert | clean <number>
            options: --chunk-rows=1000 --rows-per-second=0 --max-pause-ms=1000 --across-groups
            a shard is written as group/member, for example 2/0""";

    private final ShardMoves moves;
    private final PrintStream out;
    private MoveOptions options = MoveOptions.standard();
    private boolean isAcrossGroups;

    private ShardMovesCommand(ShardMoves moves, PrintStream out) {
        this.moves = moves;
        this.out = out;
    }

    /// Ends the process with 0, with 1 where something failed, or with 2 where the command is not understood.
    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), System.out));
    }

    static int run(List<String> arguments, PrintStream out) {
        var words = arguments.stream().filter(argument -> !argument.startsWith("--")).toList();
        if (words.size() < 2) {
            out.println(USAGE);
            return 2;
        }
        try (var databases = DatabaseRegistry.fromConfig(ShardingConfig.load(Path.of(words.get(0))))) {
            var command = new ShardMovesCommand(databases.moves(RepositoryRegistry.indexed(databases)), out);
            arguments.stream().filter(argument -> argument.startsWith("--")).forEach(command::option);
            command.execute(words.get(1), words.subList(2, words.size()));
            return 0;
        } catch (IllegalArgumentException e) {
            out.println(e.getMessage());
            out.println(USAGE);
            return 2;
        } catch (RuntimeException e) {
            out.println(e.getMessage());
            return 1;
        }
    }

    private void option(String option) {
        int equals = option.indexOf('=');
        var name = equals < 0 ? option : option.substring(0, equals);
        switch (name) {
            case "--across-groups" -> isAcrossGroups = true;
            case "--chunk-rows" -> options = options.withChunkRows(number(option.substring(equals + 1)));
            case "--rows-per-second" -> options = options.withRowsPerSecond(number(option.substring(equals + 1)));
            case "--max-pause-ms" -> options = options.withMaxPauseMs(number(option.substring(equals + 1)));
            default -> throw new IllegalArgumentException("there is no option " + name);
        }
    }

    private void execute(String command, List<String> words) {
        switch (command) {
            case "list" -> moves.list().forEach(out::println);
            case "plan" -> show(plan(words));
            case "move" -> finish(moves.start(plan(words), out::println));
            case "resume" -> finish(moves.resume(moveNumber(words)));
            case "abort" -> finish(moves.abort(moveNumber(words)));
            case "revert" ->
                finish(moves.start(moves.planReversal(moveNumber(words)).withOptions(options), out::println));
            case "clean" -> finish(moves.clean(moveNumber(words)));
            default -> throw new IllegalArgumentException("there is no command " + command);
        }
    }

    private MovePlan plan(List<String> words) {
        if (words.isEmpty() || words.size() > 2) {
            throw new IllegalArgumentException("a move needs a shard, and may have a target");
        }
        var shard = shard(words.getFirst());
        var target = shard(words.getLast());
        MovePlan plan;
        if (shard.equals(target)) {
            plan = moves.planAdoption(shard);
        } else if (isAcrossGroups) {
            plan = moves.planRelocationAcrossGroups(shard, target);
        } else {
            plan = moves.planRelocation(shard, target);
        }
        return plan.withOptions(options);
    }

    private void show(MovePlan plan) {
        out.println(plan.shard() + " from " + plan.source() + " to " + plan.target() + ", with version " + plan.epoch()
                + " of the map, " + plan.rows() + " rows:");
        plan.tables().forEach(table -> out.println("  " + table.table() + " " + table.rows()));
        plan.notMoved().forEach(what -> out.println("  not moved: " + what));
    }

    private void finish(ShardMove move) {
        out.println(move);
    }

    private static long moveNumber(List<String> words) {
        if (words.size() != 1) {
            throw new IllegalArgumentException("this needs the number of a move, which list shows");
        }
        return number(words.getFirst());
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is no number", e);
        }
    }

    private static ShardIdentifier shard(String text) {
        var matcher = SHARD.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is no shard");
        }
        return ShardIdentifier.of(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }
}
