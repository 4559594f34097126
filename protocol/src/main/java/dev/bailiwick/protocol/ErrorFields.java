package dev.bailiwick.protocol;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.protocol.v1.ErrorValue;
import dev.bailiwick.protocol.v1.Nothing;
import dev.bailiwick.protocol.v1.ShardsByKey;
import dev.bailiwick.protocol.v1.Time;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.InvalidRequestException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// The fields of an error as they came over the wire. Asking for one that is missing or of another type is refused with 2004, by
/// which [Errors] knows that it cannot build the exception of its own version.
record ErrorFields(Map<String, ErrorValue> values) {

    static ErrorValue encode(Object value) {
        var message = ErrorValue.newBuilder();
        switch (value) {
            case String text -> message.setText(text);
            case Integer number -> message.setNumber(number);
            case Long number -> message.setNumber(number);
            case Boolean flag -> message.setFlag(flag);
            case UUID id -> message.setId(Values.encode(id));
            case AggregateKey key -> message.setKey(Values.encode(key));
            case ShardIdentifier shard -> message.setShard(Values.encode(shard));
            case ExpectedVersion expected -> message.setExpected(Values.encode(expected));
            case Instant time ->
                message.setTime(Time.newBuilder().setSeconds(time.getEpochSecond()).setNanos(time.getNano()));
            case Optional<?> optional -> {
                if (optional.isPresent()) {
                    return encode(optional.get());
                }
                message.setAbsent(Nothing.getDefaultInstance());
            }
            case Map<?, ?> map -> message.setShardsByKey(shards(map));
            default -> message.setText(value.toString());
        }
        return message.build();
    }

    /// What a value is to somebody who does not know the error.
    static Object decode(ErrorValue value) {
        return switch (value.getValueCase()) {
            case TEXT -> value.getText();
            case NUMBER -> value.getNumber();
            case FLAG -> value.getFlag();
            case ID -> Values.id(value.getId(), "error field");
            case KEY -> Values.decode(value.getKey());
            case SHARD -> Values.decode(value.getShard());
            case EXPECTED -> Values.decode(value.getExpected());
            case TIME -> Instant.ofEpochSecond(value.getTime().getSeconds(), value.getTime().getNanos());
            case SHARDS_BY_KEY -> shards(value.getShardsByKey());
            case ABSENT, VALUE_NOT_SET -> Optional.empty();
        };
    }

    String text(String name) {
        return typed(name, String.class);
    }

    long number(String name) {
        return typed(name, Long.class);
    }

    int smallNumber(String name) {
        return Math.toIntExact(number(name));
    }

    boolean flag(String name) {
        return typed(name, Boolean.class);
    }

    UUID id(String name) {
        return typed(name, UUID.class);
    }

    Optional<UUID> optionalId(String name) {
        return field(name) instanceof UUID id ? Optional.of(id) : Optional.empty();
    }

    AggregateKey key(String name) {
        return typed(name, AggregateKey.class);
    }

    ShardIdentifier shard(String name) {
        return typed(name, ShardIdentifier.class);
    }

    ExpectedVersion expected(String name) {
        return typed(name, ExpectedVersion.class);
    }

    Instant time(String name) {
        return typed(name, Instant.class);
    }

    Map<AggregateKey, ShardIdentifier> shardsByKey(String name) {
        var value = values.getOrDefault(name, ErrorValue.getDefaultInstance());
        if (!value.hasShardsByKey()) {
            throw unfit(name);
        }
        return shards(value.getShardsByKey());
    }

    private <T> T typed(String name, Class<T> type) {
        var value = field(name);
        if (!type.isInstance(value)) {
            throw unfit(name);
        }
        return type.cast(value);
    }

    private Object field(String name) {
        return decode(values.getOrDefault(name, ErrorValue.getDefaultInstance()));
    }

    private static InvalidRequestException unfit(String name) {
        return new InvalidRequestException("error field " + name, "it is not there, or of another type");
    }

    private static ShardsByKey shards(Map<?, ?> map) {
        var message = ShardsByKey.newBuilder();
        map.forEach((key, shard) -> {
            if (key instanceof AggregateKey aggregate && shard instanceof ShardIdentifier identifier) {
                message.addEntriesBuilder().setKey(Values.encode(aggregate)).setShard(Values.encode(identifier));
            }
        });
        return message.build();
    }

    private static Map<AggregateKey, ShardIdentifier> shards(ShardsByKey message) {
        var shards = new LinkedHashMap<AggregateKey, ShardIdentifier>();
        message.getEntriesList()
                .forEach(entry -> shards.put(Values.decode(entry.getKey()), Values.decode(entry.getShard())));
        return shards;
    }
}
