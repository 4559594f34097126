package dev.bailiwick.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// What a directory takes on disk.
///
/// @param allocated what the file system set aside, as `du` says
/// @param apparent the lengths of all files
/// @param used the same without the zeros at the end of each file, which are space that was made ready and is not in use
/// @param usedByLog the part of `used` that is in files ending in `.log`
record DiskUsage(long allocated, long apparent, long used, long usedByLog) {
    private static final int BLOCK_BYTES = 1 << 16;

    static DiskUsage of(Path directory) throws InterruptedException {
        long apparent = 0;
        long used = 0;
        long usedByLog = 0;
        try (var paths = Files.walk(directory)) {
            for (var file : paths.filter(Files::isRegularFile).toList()) {
                long end = endOfContent(file);
                apparent += Files.size(file);
                used += end;
                usedByLog += file.toString().endsWith(".log") ? end : 0;
            }
            return new DiskUsage(allocated(directory), apparent, used, usedByLog);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long allocated(Path directory) throws IOException, InterruptedException {
        var du = new ProcessBuilder("du", "-sk", directory.toString()).start();
        var kilobytes = new String(du.getInputStream().readAllBytes(), StandardCharsets.UTF_8).split("\\s", 2)[0];
        du.waitFor();
        return Long.parseLong(kilobytes) << 10;
    }

    /// The place behind the last byte that is not zero.
    static long endOfContent(Path file) throws IOException {
        try (var channel = FileChannel.open(file)) {
            var block = ByteBuffer.allocate(BLOCK_BYTES);
            for (long end = channel.size(); end > 0;) {
                long start = Math.max(0, end - BLOCK_BYTES);
                channel.read(block.clear().limit((int) (end - start)), start);
                for (int i = block.position() - 1; i >= 0; i--) {
                    if (block.get(i) != 0) {
                        return start + i + 1;
                    }
                }
                end = start;
            }
            return 0;
        }
    }
}
