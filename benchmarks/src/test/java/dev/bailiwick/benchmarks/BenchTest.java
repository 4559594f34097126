package dev.bailiwick.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BenchTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int execute(String... arguments) {
        return Bench.commandLine(false).setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    private static Settings settings(String... arguments) {
        var commandLine = Bench.commandLine(false);
        commandLine.parseArgs(arguments);
        return commandLine.<Bench>getCommand().settings();
    }

    @Test
    void theHelpHasExamplesExitCodesAndEverySection() {
        assertThat(execute("--help")).isZero();

        assertThat(out.toString()).startsWith("Usage: bailiwick bench").contains("Examples:\n  bailiwick bench\n",
                "Exit codes:\n  0   measured");
        assertThat(out.toString().replaceAll("\\s+", " ")).contains(Section.Name.labels());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "--only nothing | invalid value for option '--only' (SECTION): a section is one of appends, mixed, memory, cold, "
                    + "reads, reopen, size, remote, actions, handlers, metrics, operations, moves, not 'nothing'.",
            "--events many | invalid value for option '--events': 'many' is not a whole number.",
            "--events 7 | --events is 1,000 to 1,000,000,000, not 7.", //
            "--shards 65 | --shards is 1 to 64, not 65.", //
            "--memory 1 | --memory is 128 to 65,536, not 1.", //
            "--heap 1 | --heap is 256 to 65,536, not 1.", //
            "--fast | unknown option: '--fast'.", //
            "--report /no/such/place/x.md | the report cannot be written to '/no/such/place/x.md'."})
    void badInputIsRefusedInOneSentence(String arguments, String sentence) {
        assertThat(execute(arguments.split(" ", -1))).isEqualTo(2);

        assertThat(err.toString()).isEqualToNormalizingNewlines("bailiwick bench: " + sentence + "\n");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void fullAndSmokeExcludeEachOther() {
        assertThat(execute("--full", "--smoke")).isEqualTo(2);
        assertThat(err.toString()).contains("--full", "--smoke", "mutually exclusive");
    }

    @Test
    void theDefaultsAreThoseOfAQuickRun() {
        assertThat(settings()).isEqualTo(new Settings(Scale.QUICK, Scale.QUICK.sizes(),
                Math.min(64, Runtime.getRuntime().availableProcessors()), 512, 2_048));
        assertThat(settings().sizes().events()).isEqualTo(3_000_000);
        assertThat(settings("--full").sizes().events()).isEqualTo(20_000_000);
        assertThat(settings("--full").sizes().memoryAggregates()).isEqualTo(List.of(1_000_000, 5_000_000, 10_000_000));
    }

    @Test
    void theNumberOfEventsCanBeChosen() {
        assertThat(settings("--smoke", "--events", "5_000").sizes()).isEqualTo(Scale.SMOKE.sizes().withEvents(5_000));
    }

    @ParameterizedTest
    @EnumSource
    void everySectionHasALabelThatIsReadBackAndSaysWhatItDoes(Section.Name name) {
        assertThat(Section.Name.parse(name.label())).isEqualTo(name);
        assertThat(name.section().title()).startsWith(name.label() + ": ");
        assertThat(name.section().explanation()).isNotBlank();
        assertThat(name.section().diskBytes(Scale.FULL.sizes())).isBetween(1L << 30, 64L << 30);
    }
}
