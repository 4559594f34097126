package dev.bailiwick.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/// The program in a process of its own.
record Program(Process process) {
    static Program start(String... arguments) throws IOException {
        var command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-cp",
                System.getProperty("java.class.path"), Bailiwick.class.getName()));
        command.addAll(List.of(arguments));
        return new Program(new ProcessBuilder(command).start());
    }

    /// Its next line on standard output; waits for it.
    String nextLine() throws IOException {
        var line = new StringBuilder();
        for (int c = process.getInputStream().read(); c != '\n' && c >= 0; c = process.getInputStream().read()) {
            line.append((char) c);
        }
        return line.toString();
    }

    /// Reads standard error until a line matches, and gives the group of the pattern.
    String nextErrorLine(String pattern) throws IOException {
        var wanted = Pattern.compile(pattern);
        var lines = process.errorReader(StandardCharsets.UTF_8);
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            var match = wanted.matcher(line);
            if (match.matches()) {
                return match.group(1);
            }
        }
        throw new IllegalStateException("it ended without such a line");
    }

    /// What Ctrl-C does.
    void interrupt() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    }

    Execution outcome() throws IOException, InterruptedException {
        var err = CompletableFuture.supplyAsync(() -> text(process.getErrorStream()));
        var out = text(process.getInputStream());
        return new Execution(process.waitFor(), out, err.join());
    }

    /// Without reading standard output.
    Execution outcomeUnread() throws InterruptedException {
        var err = text(process.getErrorStream());
        return new Execution(process.waitFor(), "", err);
    }

    private static String text(InputStream in) {
        try (in) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
