package dev.bailiwick.placement;

import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/// The id alone decides.
final class IdShardingStrategy<ID> implements ShardingStrategy<ID> {
    private final Class<ID> idType;
    private final Function<ID, Optional<ShardIdentifier>> place;

    IdShardingStrategy(Class<ID> idType, Function<ID, Optional<ShardIdentifier>> place) {
        this.idType = idType;
        this.place = place;
    }

    @Override
    public boolean usesShardAwareId() {
        return true;
    }

    @Override
    public Optional<ShardIdentifier> resolveShardIdentifierById(ID id) {
        return place.apply(id);
    }

    @Override
    public Optional<ShardIdentifier> resolveShardIdentifier(Persistable<?> persistable) {
        var id = databaseId(persistable.id());
        if (!idType.isInstance(id)) {
            throw new IllegalArgumentException("this strategy places ids of type " + idType.getName() + ", and "
                    + persistable.getClass().getName() + " has one of type " + id.getClass().getName());
        }
        return place.apply(idType.cast(id));
    }

    /// What of an id is stored.
    static Object databaseId(Object id) {
        return switch (id) {
            case TypedId<?> typed -> typed.uuid();
            case ShardedUUID sharded -> sharded.value();
            default -> id;
        };
    }

    static IdShardingStrategy<UUID> ofUuids(Function<UUID, Optional<ShardIdentifier>> place) {
        return new IdShardingStrategy<>(UUID.class, place);
    }
}
