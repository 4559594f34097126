package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedUUID;
import dev.bailiwick.placement.TypedId;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Period;
import java.time.ZoneId;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// JSON of records, and of the values that records usually have. Large numbers and decimals are written as texts, since readers in other languages
/// would lose digits. What is not known is refused rather than guessed.
final class JsonPayloads implements PayloadWriter {
    private static final int MAX_DEPTH = 32;
    private static final long MAX_EXACT = 1L << 53;

    private final ClassValue<List<Component>> components = new ClassValue<>() {
        @Override
        protected List<Component> computeValue(Class<?> type) {
            var found = new ArrayList<Component>();
            for (var component : type.getRecordComponents()) {
                found.add(Component.of(component));
            }
            return found;
        }
    };

    /// @param key with its quotes and colon
    private record Component(String key, Method accessor) {
        static Component of(RecordComponent component) {
            var accessor = component.getAccessor();
            accessor.setAccessible(true);
            var key = new StringBuilder();
            text(component.getName(), key);
            return new Component(key.append(':').toString(), accessor);
        }
    }

    @Override
    public String write(Object value) {
        var json = new StringBuilder(128);
        append(value, json, 0);
        return json.toString();
    }

    private void append(@Nullable Object value, StringBuilder json, int depth) {
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException(
                    "an event or the parameters of an action are nested more than " + MAX_DEPTH
                            + " deep");
        }
        switch (value) {
            case null -> json.append("null");
            case Boolean flag -> json.append(flag);
            case Integer number -> json.append(number);
            case Short number -> json.append(number);
            case Byte number -> json.append(number);
            case Long number when number >= -MAX_EXACT && number <= MAX_EXACT -> json.append(number);
            case Double number when Double.isFinite(number) -> json.append(number);
            case Float number when Float.isFinite(number) -> json.append(number);
            case BigDecimal number -> text(number.toPlainString(), json);
            case Number number -> text(number.toString(), json);
            case CharSequence characters -> text(characters.toString(), json);
            case Character character -> text(character.toString(), json);
            case Enum<?> constant -> text(constant.name(), json);
            case TypedId<?> id -> text(id.uuid().toString(), json);
            case UUID id -> text(id.toString(), json);
            case ShardedUUID id -> text(id.toString(), json);
            case ShardIdentifier shard -> text(shard.toString(), json);
            case Currency currency -> text(currency.getCurrencyCode(), json);
            case TemporalAccessor time -> text(time.toString(), json);
            case Duration time -> text(time.toString(), json);
            case Period time -> text(time.toString(), json);
            case ZoneId zone -> text(zone.toString(), json);
            case Optional<?> optional -> append(optional.orElse(null), json, depth + 1);
            case Iterable<?> elements -> list(elements, json, depth);
            case Object[] elements -> list(Arrays.asList(elements), json, depth);
            case Map<?, ?> map -> map(map, json, depth);
            case Record row -> row(row, json, depth);
            default -> throw new IllegalArgumentException("a " + value.getClass().getName()
                    + " cannot be written as JSON: make it a record, or give the registry a PayloadWriter of your own");
        }
    }

    private void list(Iterable<?> elements, StringBuilder json, int depth) {
        json.append('[');
        var divider = "";
        for (var element : elements) {
            json.append(divider);
            append(element, json, depth + 1);
            divider = ",";
        }
        json.append(']');
    }

    private void map(Map<?, ?> map, StringBuilder json, int depth) {
        json.append('{');
        var divider = "";
        for (var entry : map.entrySet()) {
            json.append(divider);
            text(String.valueOf(StoredIds.of(entry.getKey())), json);
            json.append(':');
            append(entry.getValue(), json, depth + 1);
            divider = ",";
        }
        json.append('}');
    }

    private void row(Record row, StringBuilder json, int depth) {
        json.append('{');
        var divider = "";
        for (var component : components.get(row.getClass())) {
            json.append(divider).append(component.key());
            append(value(row, component), json, depth + 1);
            divider = ",";
        }
        json.append('}');
    }

    private static @Nullable Object value(Record row, Component component) {
        try {
            return component.accessor().invoke(row);
        } catch (InvocationTargetException | IllegalAccessException e) {
            throw new IllegalArgumentException("the component " + component.key() + " of " + row.getClass().getName()
                    + " cannot be read", e);
        }
    }

    private static void text(String text, StringBuilder json) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ' || (Character.isSurrogate(c) && !isPaired(text, i))) {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }

    private static boolean isPaired(String text, int index) {
        char c = text.charAt(index);
        return Character.isHighSurrogate(c)
                ? index + 1 < text.length() && Character.isLowSurrogate(text.charAt(index + 1))
                : index > 0 && Character.isHighSurrogate(text.charAt(index - 1));
    }
}
