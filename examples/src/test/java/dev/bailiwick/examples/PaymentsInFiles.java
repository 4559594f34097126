package dev.bailiwick.examples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/// Payments that outlive the processes which ask for them: a file for each key. Up to 100 is accepted.
record PaymentsInFiles(Path directory) implements Payments {
    private static final BigDecimal MOST = new BigDecimal(100);

    @Override
    public boolean take(UUID key, BigDecimal amount) {
        var file = directory.resolve(key.toString());
        var answer = Boolean.toString(amount.compareTo(MOST) <= 0);
        try {
            Files.writeString(file, answer, StandardOpenOption.CREATE_NEW);
            return Boolean.parseBoolean(answer);
        } catch (FileAlreadyExistsException e) {
            return isAccepted(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isAccepted(Path file) {
        try {
            return Boolean.parseBoolean(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long count() {
        try (var files = Files.list(directory)) {
            return files.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
