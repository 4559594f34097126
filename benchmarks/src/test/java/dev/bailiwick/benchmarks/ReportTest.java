package dev.bailiwick.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private Sheet sheet(boolean terminal) throws InterruptedException {
        var console = new Console(new PrintWriter(out), new PrintWriter(err), terminal);
        var sheet = new Sheet("size: bytes", console);
        console.stage("filling");
        console.progress("10 of 20");
        sheet.row("alone", "412 B", "a|b", Target.atMost(412, 556, "556 B"));
        sheet.row("rate", "1/s", "");
        sheet.note("The last file has room left.");
        sheet.part("batches", () -> {
            throw new WorkerFailedException("it said: no");
        });
        return sheet;
    }

    @Test
    void rowsArePrintedInColumnsAsTheyCome() throws Exception {
        sheet(false);

        var lines = out.toString().lines().toList();
        assertThat(lines).startsWith("", "size: bytes");
        assertThat(lines.get(2)).startsWith("  Measured ").endsWith("Detail");
        assertThat(lines.get(3)).startsWith("  alone ").endsWith("  a|b");
        assertThat(lines.get(3).indexOf("412 B")).isEqualTo(lines.get(2).indexOf("Value"));
        assertThat(lines.get(3).indexOf("yes")).isEqualTo(lines.get(2).indexOf("Reached"));
        assertThat(lines.get(5)).isEqualTo("  The last file has room left.");
    }

    @Test
    void progressIsWrittenOverOnATerminalOnly() throws Exception {
        sheet(false);
        assertThat(err.toString()).isEqualToNormalizingNewlines("bench: filling ...\n");

        err.getBuffer().setLength(0);
        sheet(true);
        assertThat(err.toString()).contains("bench: filling", "bench: 10 of 20").doesNotContain("\n");
    }

    @Test
    void aPartThatFailedIsNamedAndTheOthersStay() throws Exception {
        var sheet = sheet(false);

        assertThat(sheet.failed()).isTrue();
        assertThat(sheet.rows()).extracting(Row::what).containsExactly("alone", "rate", "batches");
        assertThat(sheet.notes()).contains("batches failed: it said: no");
    }

    @Test
    void theReportIsMarkdown() throws Exception {
        var text = new MarkdownReport("A run").facts("Machine", Map.of("Cores", "2")).sheet(sheet(false), "How it was.")
                .text();

        assertThat(text).isEqualTo("""
                # A run

                ## Machine

                | What | Value |
                |---|---|
                | Cores | 2 |

                ## size: bytes

                How it was.

                | Measured | Value | Target | Reached | Detail |
                |---|---|---|---|---|
                | alone | 412 B | <= 556 B | yes | a\\|b |
                | rate | 1/s |  |  |  |
                | batches | FAILED |  |  |  |

                - The last file has room left.
                - batches failed: it said: no
                """);
    }

    @Test
    void aCellThatIsTooLongPushesTheRestAside() {
        var columns = new Columns(List.of(3, 2));

        assertThat(columns.line(List.of("a", "b", "c"))).isEqualTo("  a    b   c");
        assertThat(columns.line(List.of("abcde", "b", "c"))).isEqualTo("  abcde  b   c");
    }
}
