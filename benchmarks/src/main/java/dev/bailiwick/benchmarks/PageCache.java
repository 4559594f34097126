package dev.bailiwick.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The operating system's memory of files.
final class PageCache {
    private static final Path SWITCH = Path.of("/proc/sys/vm/drop_caches");

    private PageCache() {
    }

    /// Forgets everything, for the whole machine; only root may.
    ///
    /// @return whether that was possible
    static boolean drop() throws InterruptedException {
        if (!Files.isWritable(SWITCH)) {
            return false;
        }
        try {
            // What is not written yet cannot be dropped.
            new ProcessBuilder("sync").start().waitFor();
            Files.writeString(SWITCH, "3\n", StandardOpenOption.WRITE);
            return true;
        } catch (IOException _) {
            return false;
        }
    }
}
