package dev.bailiwick.persistence;

import org.jspecify.annotations.Nullable;

/// Checks for constructors and methods of models. What fails is an [IllegalArgumentException] with the message that is given.
public final class Validate {
    private Validate() {
    }

    public static <T> T notNull(@Nullable T value, String message) {
        if (value == null) {
            throw new IllegalArgumentException(message);
        }
        return value;
    }

    public static String notBlank(@Nullable String value, String message) {
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(message);
        }
        return value;
    }

    public static void isTrue(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
