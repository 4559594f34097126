package dev.bailiwick.cli;

import java.util.stream.Collectors;

/// What people wrote, made safe to print: control characters, which could break a line or steer a terminal, show as escapes.
final class Printable {
    /// Where [#brief] cuts; three UUIDs and two slashes still fit.
    static final int MAX_BRIEF = 110;

    private Printable() {
    }

    static String brief(String text) {
        var line = line(text);
        return line.codePointCount(0, line.length()) <= MAX_BRIEF
                ? line
                : line.substring(0, line.offsetByCodePoints(0, MAX_BRIEF - 3)) + "...";
    }

    static String line(String text) {
        return text.codePoints().mapToObj(Printable::shown).collect(Collectors.joining());
    }

    /// Whether a terminal shows the character, and does nothing else with it.
    static boolean isSafe(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE ->
                false;
            default -> true;
        };
    }

    private static String shown(int codePoint) {
        return isSafe(codePoint) ? Character.toString(codePoint) : "\\u{%x}".formatted(codePoint);
    }
}
