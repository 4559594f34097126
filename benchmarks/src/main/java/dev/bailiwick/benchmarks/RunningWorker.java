package dev.bailiwick.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;

/// A worker and what it has said so far. Used by one thread.
final class RunningWorker {
    private static final int REMEMBERED_LINES = 12;

    private final Job job;
    private final Process process;
    private final BufferedReader lines;
    private final Console console;
    private final Measurements measured = new Measurements();
    private final Deque<String> otherLines = new ArrayDeque<>();

    RunningWorker(Job job, Process process, BufferedReader lines, Console console) {
        this.job = job;
        this.process = process;
        this.lines = lines;
        this.console = console;
    }

    Process process() {
        return process;
    }

    Measurements finish() throws InterruptedException {
        readUntil(TaskOutput.Line.Kind.DONE);
        int exitCode = process.waitFor();
        if (exitCode != 0) {
            throw failure("ended with exit code " + exitCode);
        }
        return measured;
    }

    Measurements untilReady() {
        readUntil(TaskOutput.Line.Kind.READY);
        return measured;
    }

    private void readUntil(TaskOutput.Line.Kind last) {
        try {
            for (var text = lines.readLine(); text != null; text = lines.readLine()) {
                var line = TaskOutput.Line.parse(text);
                accept(line);
                if (line.kind() == last) {
                    return;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw failure("ended too early");
    }

    private void accept(TaskOutput.Line line) {
        switch (line.kind()) {
            case VALUE -> {
                int space = line.text().indexOf(' ');
                measured.put(line.text().substring(0, space), Double.parseDouble(line.text().substring(space + 1)));
            }
            case NOTE -> measured.note(line.text());
            case PROGRESS -> console.progress(job.stage() + ": " + line.text());
            case READY, DONE -> console.clear();
            case OTHER -> {
                otherLines.add(line.text());
                if (otherLines.size() > REMEMBERED_LINES) {
                    otherLines.remove();
                }
            }
        }
    }

    private WorkerFailedException failure(String how) {
        return new WorkerFailedException("the worker for '" + job.stage() + "' " + how
                + (otherLines.isEmpty() ? "" : "; it said: " + String.join(" / ", otherLines)));
    }
}
