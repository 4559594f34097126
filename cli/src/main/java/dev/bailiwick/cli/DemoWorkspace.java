package dev.bailiwick.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A new directory for one run of the demo, and nothing else's. It is deleted when the run ends, also by an interrupt, unless it
/// is to be kept.
final class DemoWorkspace implements AutoCloseable {
    private final Path directory;
    private final boolean keep;
    private final Thread hook = Thread.ofPlatform().unstarted(this::endEarly);

    private DemoWorkspace(Path directory, boolean keep) {
        this.directory = directory;
        this.keep = keep;
    }

    static DemoWorkspace make(boolean keep) throws IOException {
        var workspace = new DemoWorkspace(Files.createTempDirectory("bailiwick-demo-"), keep);
        Runtime.getRuntime().addShutdownHook(workspace.hook);
        return workspace;
    }

    Path directory() {
        return directory;
    }

    /// The writing process would go on writing into what is deleted here.
    private void endEarly() {
        ProcessHandle.current().children().forEach(child -> {
            child.destroyForcibly();
            child.onExit().join();
        });
        delete();
    }

    private void delete() {
        if (keep) {
            return;
        }
        try {
            Trees.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("the directory of the demo cannot be deleted: " + directory, e);
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return; // the process is ending, and the hook runs
        }
        delete();
    }
}
