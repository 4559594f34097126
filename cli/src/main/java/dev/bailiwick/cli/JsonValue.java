package dev.bailiwick.cli;

import java.util.List;
import java.util.Map;

/// A JSON value that was read. [#source] is the text it was read from, so that a number or an object can be passed on as it was
/// written.
sealed interface JsonValue {
    String source();

    record Text(String source, String value) implements JsonValue {}

    record Numeral(String source) implements JsonValue {}

    record Truth(String source, boolean value) implements JsonValue {}

    record Nothing(String source) implements JsonValue {}

    record Array(String source, List<JsonValue> values) implements JsonValue {}

    /// In the order in which the members were written.
    record Members(String source, Map<String, JsonValue> members) implements JsonValue {}
}
