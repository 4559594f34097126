package dev.bailiwick.benchmarks;

import java.nio.file.Files;

/// The limit that the disk sets: bare writes and flushes of groups of events, by one thread and by as many as there are
/// shards, each with a file of its own.
final class RawFlushTask implements Task {
    static final int FILE_BYTES = 256 << 20;

    @Override
    public void run(TaskInput input, TaskOutput output) throws Exception {
        var directory = Files.createDirectories(input.path("directory"));
        for (int files : input.numbers("files")) {
            var opened = new ZeroedFile[files];
            for (int i = 0; i < files; i++) {
                opened[i] = new ZeroedFile(directory.resolve(files + "-" + i), FILE_BYTES, 4_096);
            }
            for (int group : input.numbers("levels")) {
                double flushes = OneInFlight.run(files, Thread.ofPlatform().factory(), input.number("seconds"),
                        file -> () -> opened[file].append(group));
                output.value(files + "x" + group + ".rate", flushes * group);
                output.value(files + "x" + group + ".flushes", flushes);
            }
            for (var file : opened) {
                file.close();
            }
        }
    }
}
