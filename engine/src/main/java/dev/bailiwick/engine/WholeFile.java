package dev.bailiwick.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/// A small file that is read and replaced as a whole.
final class WholeFile {
    private WholeFile() {
    }

    static byte[] read(Disk disk, Path path) throws IOException {
        try (var file = disk.open(path)) {
            var bytes = ByteBuffer.allocate(Math.toIntExact(file.size()));
            file.read(bytes, 0);
            return bytes.array();
        }
    }

    /// Returns when the file has this content, whatever happens next. Until then it has the old one.
    ///
    /// @throws NoRoomException if there is no room for the new content, in which case the file has the old one
    static void replace(Disk disk, Path directory, String name, byte[] content) throws IOException {
        var next = directory.resolve(name + ".next");
        write(disk, next, content);
        disk.rename(next, directory.resolve(name));
        disk.syncDirectory(directory);
    }

    private static void write(Disk disk, Path path, byte[] content) throws IOException {
        if (disk.exists(path)) {
            disk.delete(path);
        }
        try (var file = disk.create(path, content.length)) {
            file.write(ByteBuffer.wrap(content), 0);
            file.flush();
        } catch (IOException e) {
            var message = String.valueOf(e.getMessage());
            if (message.contains("No space left") || message.contains("quota exceeded")) {
                throw new NoRoomException(path + " cannot be written: " + message);
            }
            throw e;
        }
    }
}
