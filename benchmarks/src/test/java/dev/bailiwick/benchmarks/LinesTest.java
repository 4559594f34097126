package dev.bailiwick.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bailiwick.benchmarks.TaskOutput.Line;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a worker writes is what is read of it.
class LinesTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final TaskOutput output = new TaskOutput(new PrintStream(written, true, StandardCharsets.UTF_8));
    private final Job job = Job.of(Task.Name.FILL, "filling").with("directory", Path.of("a=b")).with("batch", 10);

    @Test
    void valuesAndNotesArrive() {
        output.value("8.rate", 1_234.5);
        output.value("count", Long.MAX_VALUE >> 12);
        output.value("dropped", true);
        output.note("fsync on");
        output.ready();

        var measured = read().untilReady();

        assertThat(measured.value("8.rate")).isEqualTo(1_234.5);
        assertThat(measured.value("count")).isEqualTo(Long.MAX_VALUE >> 12);
        assertThat(measured.value("dropped")).isOne();
        assertThat(measured.value("other")).isNaN();
        assertThat(measured.notes()).containsExactly("fsync on");
    }

    @Test
    void aWorkerThatEndsEarlyIsQuoted() {
        output.value("rate", 1.0);
        written.writeBytes("java.lang.OutOfMemoryError: Java heap space\n".getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(() -> read().untilReady()).isInstanceOf(WorkerFailedException.class)
                .hasMessage("the worker for 'filling' ended too early; it said: "
                        + "java.lang.OutOfMemoryError: Java heap space");
    }

    @Test
    void whatHasNoMarkIsSomebodyElses() {
        assertThat(Line.parse("WARNING: something")).isEqualTo(new Line(Line.Kind.OTHER, "WARNING: something"));
        assertThat(Line.parse("@value a 1")).isEqualTo(new Line(Line.Kind.VALUE, "a 1"));
    }

    @Test
    void theArgumentsOfAJobArrive() {
        var line = job.commandLine();
        var input = TaskInput.parse(line.subList(1, line.size()));

        assertThat(line.getFirst()).isEqualTo("FILL");
        assertThat(input.path("directory")).isEqualTo(Path.of("a=b"));
        assertThat(input.number("batch")).isEqualTo(10);
        assertThat(input.flag("untilKilled")).isFalse();
        assertThat(TaskInput.parse(List.of("levels=" + TaskInput.list(List.of(1, 64)))).numbers("levels"))
                .containsExactly(1, 64);
        assertThatThrownBy(() -> input.text("window")).hasMessage("the task was given no window");
    }

    private RunningWorker read() {
        var console = new Console(new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()), false);
        return new RunningWorker(job, new NoProcess(),
                new BufferedReader(new StringReader(written.toString(StandardCharsets.UTF_8))), console);
    }

    /// Nothing runs behind these lines.
    private static final class NoProcess extends Process {
        @Override
        public OutputStream getOutputStream() {
            return OutputStream.nullOutputStream();
        }

        @Override
        public InputStream getInputStream() {
            return InputStream.nullInputStream();
        }

        @Override
        public InputStream getErrorStream() {
            return InputStream.nullInputStream();
        }

        @Override
        public int waitFor() {
            return 0;
        }

        @Override
        public int exitValue() {
            return 0;
        }

        @Override
        public void destroy() {
        }
    }
}
