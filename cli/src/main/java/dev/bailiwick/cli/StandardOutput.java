package dev.bailiwick.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Keeps the failure that writers above it swallow, so that output which did not arrive is never taken for done.
final class StandardOutput extends FilterOutputStream {
    private @Nullable IOException failure;

    StandardOutput(OutputStream out) {
        super(out);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[]{(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            out.write(bytes, from, length);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    @Override
    public void flush() throws IOException {
        try {
            out.flush();
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    /// The exit code of a command that ended with `exitCode`, seen whether its output arrived. Whoever read it may have had enough,
    /// as `head` does, which is no reason to complain; everything else is.
    int exitCode(int exitCode, PrintWriter err) {
        if (failure == null) {
            return exitCode;
        }
        var reason = String.valueOf(failure.getMessage());
        if (reason.toLowerCase(Locale.ROOT).contains("pipe")) {
            return ExitCode.NOBODY_READS;
        }
        err.println("bailiwick: standard output cannot be written: " + Printable.line(reason) + ".");
        return ExitCode.UNEXPECTED_FAILURE;
    }
}
