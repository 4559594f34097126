package dev.bailiwick.placement;

import java.util.Optional;
import java.util.UUID;

/// Reads the shard from the bits of a [ShardedUUID]. An id that carries none has no place, for reads and writes alike.
public final class EmbeddedBitsShardingStrategy implements ShardingStrategy<UUID> {
    private final IdShardingStrategy<UUID> byBits = IdShardingStrategy
            .ofUuids(id -> ShardedUUID.from(id).resolveShardIdentifier());

    public EmbeddedBitsShardingStrategy() {
    }

    @Override
    public boolean usesShardAwareId() {
        return true;
    }

    @Override
    public Optional<ShardIdentifier> resolveShardIdentifierById(UUID id) {
        return byBits.resolveShardIdentifierById(id);
    }

    @Override
    public Optional<ShardIdentifier> resolveShardIdentifier(Persistable<?> persistable) {
        return byBits.resolveShardIdentifier(persistable);
    }
}
