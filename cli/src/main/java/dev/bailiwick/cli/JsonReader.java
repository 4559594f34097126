package dev.bailiwick.cli;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Pattern;

/// Reads one JSON text as RFC 8259 has it, and nothing that it does not have. Used once.
///
/// A reader of our own since lines of events are all that is ever read, and no library for JSON is small. It is strict: a member that
/// stands twice, half a surrogate pair or anything after the value is refused, because whoever reads it otherwise would store
/// something else than was meant.
final class JsonReader {
    /// Arrays and objects inside each other.
    static final int MAX_DEPTH = 64;
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

    private final String text;
    private int at;
    private int depth;

    private JsonReader(String text) {
        this.text = text;
    }

    /// @throws IllegalArgumentException with the place and the reason, if this is not JSON
    static JsonValue read(String text) {
        var reader = new JsonReader(text);
        reader.skipSpace();
        var value = reader.value();
        reader.skipSpace();
        if (reader.at < text.length()) {
            throw reader.refusal("nothing more is expected");
        }
        return value;
    }

    private JsonValue value() {
        int from = at;
        return switch (peek()) {
            case '{' -> object(from);
            case '[' -> array(from);
            case '"' -> {
                var value = string();
                yield new JsonValue.Text(source(from), value);
            }
            case 't' -> new JsonValue.Truth(word("true"), true);
            case 'f' -> new JsonValue.Truth(word("false"), false);
            case 'n' -> new JsonValue.Nothing(word("null"));
            default -> number();
        };
    }

    private JsonValue object(int from) {
        enter();
        var members = new LinkedHashMap<String, JsonValue>();
        if (peek() != '}') {
            do {
                skipSpace();
                if (peek() != '"') {
                    throw refusal("a name in quotes is expected");
                }
                var name = string();
                skipSpace();
                expect(':');
                skipSpace();
                if (members.putIfAbsent(name, value()) != null) {
                    throw refusal("the member '" + name + "' stands twice");
                }
                skipSpace();
            } while (skipComma());
        }
        leave('}');
        return new JsonValue.Members(source(from), Collections.unmodifiableMap(members));
    }

    private JsonValue array(int from) {
        enter();
        var values = new ArrayList<JsonValue>();
        if (peek() != ']') {
            do {
                skipSpace();
                values.add(value());
                skipSpace();
            } while (skipComma());
        }
        leave(']');
        return new JsonValue.Array(source(from), List.copyOf(values));
    }

    private void enter() {
        if (++depth > MAX_DEPTH) {
            throw refusal("values are nested more than " + MAX_DEPTH + " deep");
        }
        at++;
        skipSpace();
    }

    private void leave(char last) {
        expect(last);
        depth--;
    }

    private boolean skipComma() {
        boolean comma = peek() == ',';
        at += comma ? 1 : 0;
        return comma;
    }

    private JsonValue number() {
        var matcher = NUMBER.matcher(text).region(at, text.length());
        if (!matcher.lookingAt()) {
            throw refusal(at < text.length() ? "a value is expected" : "the text ends too early");
        }
        at = matcher.end();
        return new JsonValue.Numeral(matcher.group());
    }

    private String word(String word) {
        if (!text.startsWith(word, at)) {
            throw refusal("a value is expected");
        }
        at += word.length();
        return word;
    }

    private String string() {
        at++;
        var value = new StringBuilder();
        while (peek() != '"') {
            char c = peek();
            if (c < ' ') {
                throw refusal(
                        at < text.length() ? "a control character in quotes is escaped" : "the quotes are not closed");
            }
            at++;
            value.append(c == '\\' ? escaped() : c);
        }
        at++;
        checkPairs(value);
        return value.toString();
    }

    private char escaped() {
        char c = peek();
        at++;
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unit();
            default -> {
                at--;
                throw refusal("there is no such escape");
            }
        };
    }

    private char unit() {
        int end = at + 4;
        if (end > text.length() || !text.substring(at, end).matches("[0-9a-fA-F]{4}")) {
            throw refusal("four hexadecimal digits are expected");
        }
        char unit = (char) Integer.parseInt(text, at, end, 16);
        at = end;
        return unit;
    }

    private void checkPairs(CharSequence value) {
        if (value.codePoints().anyMatch(c -> Character.getType(c) == Character.SURROGATE)) {
            throw refusal("the text before holds half a surrogate pair");
        }
    }

    /// The next character; 0 at the end, which no value begins with and no text holds unescaped.
    private char peek() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private void expect(char c) {
        if (peek() != c) {
            throw refusal("'" + c + "' is expected");
        }
        at++;
    }

    private void skipSpace() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private String source(int from) {
        return text.substring(from, at);
    }

    private IllegalArgumentException refusal(String reason) {
        return new IllegalArgumentException("at character " + (at + 1) + ": " + reason);
    }
}
