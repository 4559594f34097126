package dev.bailiwick.benchmarks;

import dev.bailiwick.placement.PartitionMap;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/// `bailiwick bench`: measures the embedded store on this machine, beside PostgreSQL and the bare disk.
@Command(name = "bailiwick bench", sortOptions = false, //
        description = {"Measure the embedded store on this machine, beside PostgreSQL and the bare disk.", "",
                "Prints a table while it goes and writes a report. Everything runs on this machine and in one new "
                        + "directory, which is deleted at the end. As root it drops the machine's page cache, to measure "
                        + "what is cold. Let nothing else run meanwhile."}, //
        descriptionHeading = "%n", optionListHeading = "%nOptions:%n", exitCodeListHeading = "%nExit codes:%n", //
        footerHeading = "%nExamples:%n", //
        exitCodeList = {"0:measured, whether targets were reached or not", "1:something could not be measured",
                "2:bad input, described in one sentence"}, //
        footer = {"  bailiwick bench", "  bailiwick bench --only appends,size --directory /data/tmp",
                "  bailiwick bench --full --report full.md", "  bailiwick bench --only appends --events 10000000",
                "  bailiwick bench --smoke"})
public final class Bench implements Callable<Integer> {
    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int BAD_INPUT = 2;
    private static final int MIN_EVENTS = 1_000;
    private static final int MAX_EVENTS = 1_000_000_000;

    private final boolean terminal;

    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    @ArgGroup
    private @Nullable ScaleChoice scale;

    @Option(names = "--only", paramLabel = "SECTION", split = ",", converter = SectionLabel.class, //
            description = "The sections to run, with commas between them: appends, mixed, memory, cold, reads, reopen, "
                    + "size, remote, actions, handlers, metrics, operations, moves. Default: all.")
    private List<Section.Name> only = List.of(Section.Name.values());

    @Option(names = "--events", paramLabel = "COUNT", converter = WholeNumber.class, //
            description = "Events of the sustained run. Default: 3 million, with --full 20 million.")
    private @Nullable Integer events;

    @Option(names = "--shards", paramLabel = "COUNT", converter = WholeNumber.class, //
            description = "Shards of a store. Default: one for each core, at most 64.")
    private int shards = Math.min(Runtime.getRuntime().availableProcessors(), PartitionMap.MAX_SHARDS);

    @Option(names = "--memory", paramLabel = "MIB", converter = WholeNumber.class, //
            description = "What a store may use for index and caches, 128 to 65536. Default: ${DEFAULT-VALUE}.")
    private int memoryMegabytes = 512;

    @Option(names = "--heap", paramLabel = "MIB", converter = WholeNumber.class, //
            description = "Heap of the JVMs that measure, 256 to 65536. Default: ${DEFAULT-VALUE}.")
    private int heapMegabytes = 2_048;

    @Option(names = "--directory", paramLabel = "PATH", //
            description = "Where to make the directory for the data: on the disk to be measured. Default: ${DEFAULT-VALUE}.")
    private Path directory = Path.of(System.getProperty("java.io.tmpdir"));

    @Option(names = "--report", paramLabel = "FILE", //
            description = "Where to write the report. Default: bench-report-DATE-TIME.md, here.")
    private Path report = Path.of("bench-report-"
            + LocalDateTime.now(ZoneId.systemDefault())
                    .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT))
            + ".md");

    // Read by picocli.
    @SuppressWarnings("UnusedVariable")
    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Print this help.")
    private boolean help;

    /// How large the run is; nothing means quick.
    static final class ScaleChoice {
        @Option(names = "--full", description = "Take the time, and the data, that the targets are about: an hour or more, "
                + "and about 40 GB of disk.")
        boolean full;

        @Option(names = "--smoke", description = "Only see whether everything works, in a minute or two.")
        boolean smoke;
    }

    Bench(boolean terminal) {
        this.terminal = terminal;
    }

    public static void main(String[] arguments) {
        var terminal = Optional.ofNullable(System.console()).map(console -> console.isTerminal()).orElse(false);
        System.exit(commandLine(terminal).setOut(new PrintWriter(System.out, true, System.out.charset()))
                .setErr(new PrintWriter(System.err, true, System.err.charset())).execute(arguments));
    }

    static CommandLine commandLine(boolean terminal) {
        return new CommandLine(new Bench(terminal)).setUsageHelpAutoWidth(true)
                .setParameterExceptionHandler((refused, _) -> {
                    refused.getCommandLine().getErr().println("bailiwick bench: " + sentence(refused));
                    return BAD_INPUT;
                });
    }

    private static String sentence(ParameterException refused) {
        var message = String.valueOf(refused.getMessage()).lines().findFirst().orElse("bad input");
        return message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1)
                + (message.endsWith(".") ? "" : ".");
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var settings = settings();
        var console = new Console(spec.commandLine().getOut(), spec.commandLine().getErr(), terminal);
        checkReport();
        try (var workspace = workspace(); var workers = new Workers(console, settings.heapMegabytes())) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> cleanUp(workers, workspace)));
            checkSpace(workspace, settings.sizes());
            boolean complete = new Run(settings, only, console).execute(workspace, workers, report);
            console.line("");
            console.line("The report is in " + report + ".");
            return complete ? DONE : FAILED;
        }
    }

    /// Also when a person stops the run.
    private static void cleanUp(Workers workers, Workspace workspace) {
        workers.close();
        try {
            workspace.close();
        } catch (IOException _) {
            // the last chance is gone, and nobody is there to tell
        }
    }

    Settings settings() {
        check("--shards", shards, 1, PartitionMap.MAX_SHARDS);
        check("--memory", memoryMegabytes, 128, 65_536);
        check("--heap", heapMegabytes, 256, 65_536);
        var chosen = scale == null ? Scale.QUICK : scale.full ? Scale.FULL : Scale.SMOKE;
        var sizes = chosen.sizes();
        if (events != null) {
            check("--events", events, MIN_EVENTS, MAX_EVENTS);
            sizes = sizes.withEvents(events);
        }
        return new Settings(chosen, sizes, shards, memoryMegabytes, heapMegabytes);
    }

    private void check(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw refused(String.format(Locale.ROOT, "%s is %,d to %,d, not %,d", option, least, most, value));
        }
    }

    /// Now, and not after an hour.
    private void checkReport() {
        var parent = report.toAbsolutePath().getParent();
        if (parent == null || !Files.isWritable(parent) || Files.isDirectory(report)) {
            throw refused("the report cannot be written to '" + report + "'");
        }
    }

    private Workspace workspace() {
        try {
            return Workspace.below(directory);
        } catch (IOException e) {
            throw refused("no directory can be made in '" + directory + "': " + e);
        }
    }

    private void checkSpace(Workspace workspace, Sizes sizes) throws IOException {
        long needed = Run.diskBytes(only, sizes);
        if (workspace.usableBytes() < needed) {
            throw refused("about " + Numbers.megabytes((double) needed) + " are needed in '" + directory + "' and "
                    + Numbers.megabytes((double) workspace.usableBytes())
                    + " are free; choose another --directory or fewer sections");
        }
    }

    private ParameterException refused(String sentence) {
        return new ParameterException(spec.commandLine(), sentence);
    }

    private static final class SectionLabel implements ITypeConverter<Section.Name> {
        @Override
        public Section.Name convert(String text) {
            try {
                return Section.Name.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    private static final class WholeNumber implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            try {
                return Integer.valueOf(text.replace("_", ""));
            } catch (NumberFormatException e) {
                throw new TypeConversionException("'" + text + "' is not a whole number");
            }
        }
    }
}
