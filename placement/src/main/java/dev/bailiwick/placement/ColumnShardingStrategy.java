package dev.bailiwick.placement;

import java.util.Optional;
import java.util.function.Function;

/// A value of the row decides, and the id alone does not.
final class ColumnShardingStrategy<ID, P> implements ShardingStrategy<ID> {
    private final Class<P> type;
    private final Function<P, Optional<ShardIdentifier>> place;

    ColumnShardingStrategy(Class<P> type, Function<P, Optional<ShardIdentifier>> place) {
        this.type = type;
        this.place = place;
    }

    @Override
    public boolean usesShardAwareId() {
        return false;
    }

    @Override
    public Optional<ShardIdentifier> resolveShardIdentifierById(ID id) {
        return Optional.empty();
    }

    @Override
    public Optional<ShardIdentifier> resolveShardIdentifier(Persistable<?> persistable) {
        return type.isInstance(persistable) ? place.apply(type.cast(persistable)) : Optional.empty();
    }
}
