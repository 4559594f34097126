package dev.bailiwick.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The main class of the JVMs in which things are measured.
public final class Worker {
    private Worker() {
    }

    public static void main(String[] arguments) {
        endWithParent(System.in);
        var output = new TaskOutput(new PrintStream(System.out, false, StandardCharsets.UTF_8));
        var commandLine = List.of(arguments);
        try {
            Task.Name.valueOf(commandLine.getFirst()).task()
                    .run(TaskInput.parse(commandLine.subList(1, commandLine.size())), output);
            output.done();
            System.exit(0);
        } catch (Exception e) {
            e.printStackTrace(System.err);
            System.exit(1);
        }
    }

    /// The other end of standard input is closed when whoever started this is gone, however that happened.
    private static void endWithParent(InputStream input) {
        Thread.ofPlatform().daemon().name("parent-watch").start(() -> {
            try {
                input.readAllBytes();
            } catch (IOException _) {
                // gone as well
            }
            System.exit(1);
        });
    }
}
