package dev.bailiwick.server;

import dev.bailiwick.store.Hash256;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// The keys on disk, as lines whose parts are divided by tabs:
///
///     bailiwick-keys 1
///     id   SHA-256   org or *   rights   created   expires or -   name
///
/// Read as a whole or not at all: a line that cannot be understood may be one that was meant to take a right away.
record KeyFile(PrivateFile file) {
    static final int MAX_BYTES = 4 << 20;
    private static final String HEADER = "bailiwick-keys 1";
    private static final int PARTS = 7;

    static KeyFile at(Path path) {
        return new KeyFile(new PrivateFile(path, MAX_BYTES));
    }

    /// @param sha256 of the secret's text
    record Entry(ApiKey key, Hash256 sha256) {}

    /// By id, in the order of the file; none where there is no file.
    Map<String, Entry> read() {
        var content = file.read();
        var entries = new LinkedHashMap<String, Entry>();
        if (content.isEmpty()) {
            return entries;
        }
        var lines = new String(content.get(), StandardCharsets.UTF_8).lines().toList();
        if (lines.isEmpty() || !lines.getFirst().equals(HEADER)) {
            throw new UnusableFileException(file.path(), "its first line is not '" + HEADER + "'");
        }
        for (int i = 1; i < lines.size(); i++) {
            var entry = parse(lines.get(i), i + 1);
            if (entries.put(entry.key().id(), entry) != null) {
                throw new UnusableFileException(file.path(), "line " + (i + 1) + " repeats a key");
            }
        }
        return entries;
    }

    void replace(Iterable<Entry> entries) {
        var lines = new ArrayList<String>(List.of(HEADER));
        entries.forEach(entry -> lines.add(format(entry)));
        file.replace((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static String format(Entry entry) {
        var key = entry.key();
        return String.join("\t", key.id(), entry.sha256().toString(),
                key.org().map(UUID::toString).orElse("*"), Right.format(key.rights()), key.created().toString(),
                key.expires().map(Instant::toString).orElse("-"), key.name());
    }

    private Entry parse(String line, int number) {
        var parts = line.split("\t", -1);
        try {
            if (parts.length != PARTS || !KeySecret.isKeyId(parts[0])) {
                throw new IllegalArgumentException("it has not the form of a key");
            }
            ApiKeyRequest.checkName(parts[6]);
            var key = new ApiKey(parts[0], parts[6], optional(parts[2], "*").map(UUID::fromString),
                    Right.parse(parts[3]), Instant.parse(parts[4]), optional(parts[5], "-").map(Instant::parse));
            return new Entry(key, Hash256.of(HexFormat.of().parseHex(parts[1])));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new UnusableFileException(file.path(), "line " + number + " cannot be understood ("
                    + e.getMessage() + "); nobody is let in by a key before it is put right or taken out");
        }
    }

    private static Optional<String> optional(String part, String none) {
        return part.equals(none) ? Optional.empty() : Optional.of(part);
    }
}
