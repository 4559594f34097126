package dev.bailiwick.server;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/// The secret of a server with which it seals positions, in a private file: a line that says what it is, and 64 hexadecimal digits. Without it
/// positions that were given out cannot be read; nothing else is lost.
final class PositionKey {
    static final int BYTES = 32;
    private static final String HEADER = "bailiwick-position-key 1";
    private static final int MAX_FILE_BYTES = 1 << 10;

    private PositionKey() {
    }

    /// Reads the key, or makes one where there is none.
    static byte[] readOrCreate(Path path, RandomGenerator random) {
        var file = new PrivateFile(path, MAX_FILE_BYTES);
        return file.locked(() -> {
            var content = file.read();
            if (content.isPresent()) {
                return parse(file, new String(content.get(), StandardCharsets.US_ASCII));
            }
            var key = new byte[BYTES];
            random.nextBytes(key);
            file.replace((HEADER + "\n" + HexFormat.of().formatHex(key) + "\n").getBytes(StandardCharsets.US_ASCII));
            return key;
        });
    }

    private static byte[] parse(PrivateFile file, String content) {
        var lines = content.lines().toList();
        try {
            if (lines.size() == 2 && lines.get(0).equals(HEADER) && lines.get(1).length() == 2 * BYTES) {
                return HexFormat.of().parseHex(lines.get(1));
            }
        } catch (IllegalArgumentException e) {
            // said below
        }
        throw new UnusableFileException(file.path(),
                "it is damaged; restore it, or delete it and let subscribers of a single org start anew");
    }
}
