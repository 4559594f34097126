package dev.bailiwick.cli;

import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.Limits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// A file that holds one position as a line of text. It is replaced as a whole, so that it never holds half a position.
record PositionFile(Path path) {

    /// Empty if there is no such file.
    Optional<FeedPosition> read() throws IOException {
        try (var in = Files.newInputStream(path)) {
            var text = new String(in.readNBytes(2 * Limits.MAX_POSITION_BYTES), StandardCharsets.UTF_8).strip();
            return Optional
                    .of(BadInput.refusing("the file " + path + " cannot be used: ", () -> PositionText.parse(text)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    void save(FeedPosition position) throws IOException {
        var next = path.resolveSibling(path.getFileName() + ".new");
        try (var channel = FileChannel.open(next, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING)) {
            var bytes = ByteBuffer.wrap((PositionText.of(position) + "\n").getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
