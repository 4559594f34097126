package dev.bailiwick.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandardOutputTest {
    private final StringWriter err = new StringWriter();

    private int exitCodeAfter(String failure) {
        var output = new StandardOutput(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(failure);
            }
        });
        new PrintWriter(output, true, StandardCharsets.UTF_8).println("lost");
        return output.exitCode(0, new PrintWriter(err, true));
    }

    @Test
    void whatArrivedEndsAsItEnded() {
        var output = new StandardOutput(OutputStream.nullOutputStream());
        new PrintWriter(output, true, StandardCharsets.UTF_8).println("arrived");

        assertThat(output.exitCode(3, new PrintWriter(err, true))).isEqualTo(3);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void aPipeThatNobodyReadsEndsQuietly() {
        assertThat(exitCodeAfter("Broken pipe")).isEqualTo(141);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void aFullDiskIsNoSuccess() {
        assertThat(exitCodeAfter("No space left on device")).isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo("bailiwick: standard output cannot be written: No space left on device.\n");
    }

    @Test
    void aCommandEndsWhenItsOutputIsLost(@TempDir Path directory) {
        var store = StoreCalls.make(directory);
        store.call("append", "acme/orders/1", "a", "--type", "T").succeeds();

        int exitCode = Bailiwick.commandLine().setOut(new PrintWriter(new Lost())).setErr(new PrintWriter(err, true))
                .execute("subscribe", "--data", store.directory().toString());

        assertThat(exitCode).isEqualTo(141);
        assertThat(err.toString()).isEmpty();
    }

    private static final class Lost extends Writer {
        @Override
        public void write(char[] chars, int from, int length) throws IOException {
            throw new IOException("Broken pipe");
        }

        @Override
        public void flush() throws IOException {
            throw new IOException("Broken pipe");
        }

        @Override
        public void close() {
        }
    }
}
