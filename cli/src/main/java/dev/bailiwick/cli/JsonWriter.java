package dev.bailiwick.cli;

import java.util.List;
import java.util.Map;

/// Writes one JSON object on one line, with its members in the order in which they were put. Everything that could break a line or
/// steer a terminal is escaped.
final class JsonWriter {
    private final StringBuilder text = new StringBuilder("{");

    JsonWriter put(String name, String value) {
        name(name);
        string(value);
        return this;
    }

    JsonWriter put(String name, long value) {
        name(name);
        text.append(value);
        return this;
    }

    JsonWriter put(String name, boolean value) {
        name(name);
        text.append(value);
        return this;
    }

    JsonWriter put(String name, JsonWriter value) {
        name(name);
        text.append(value);
        return this;
    }

    JsonWriter put(String name, Map<String, String> values) {
        var inner = new JsonWriter();
        values.forEach(inner::put);
        return put(name, inner);
    }

    JsonWriter put(String name, List<JsonWriter> values) {
        name(name);
        text.append('[');
        for (int i = 0; i < values.size(); i++) {
            text.append(i == 0 ? "" : ",").append(values.get(i));
        }
        text.append(']');
        return this;
    }

    JsonWriter putNumbers(String name, List<Long> values) {
        name(name);
        text.append('[');
        for (int i = 0; i < values.size(); i++) {
            text.append(i == 0 ? "" : ",").append(values.get(i));
        }
        text.append(']');
        return this;
    }

    @Override
    public String toString() {
        return text + "}";
    }

    private void name(String name) {
        if (text.length() > 1) {
            text.append(',');
        }
        string(name);
        text.append(':');
    }

    private void string(String value) {
        text.append('"');
        value.codePoints().forEach(this::codePoint);
        text.append('"');
    }

    private void codePoint(int codePoint) {
        switch (codePoint) {
            case '"' -> text.append("\\\"");
            case '\\' -> text.append("\\\\");
            case '\n' -> text.append("\\n");
            case '\r' -> text.append("\\r");
            case '\t' -> text.append("\\t");
            default -> {
                if (Printable.isSafe(codePoint)) {
                    text.appendCodePoint(codePoint);
                } else {
                    for (char unit : Character.toChars(codePoint)) {
                        text.append("\\u%04x".formatted((int) unit));
                    }
                }
            }
        }
    }
}
