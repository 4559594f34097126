package dev.bailiwick.placement;

import java.util.Optional;
import java.util.function.Function;

/// How a repository finds the shard of a row. Empty means that the strategy has no opinion, and the row lives on the
/// default shard; it must then be empty for reads and writes of that row alike.
///
/// Most applications use [EmbeddedBitsShardingStrategy]. Where the shard follows from another value, combine where the key
/// is found, [#byId] or [#byColumn], with a [Placement]: hash, range, directory, or a lambda. Implementations are
/// thread-safe.
///
/// @param <ID> the type of the id in the database
public interface ShardingStrategy<ID> {
    /// Whether the id alone decides. Where it does not, methods that are given only an id are refused.
    boolean usesShardAwareId();

    Optional<ShardIdentifier> resolveShardIdentifierById(ID id);

    Optional<ShardIdentifier> resolveShardIdentifier(Persistable<?> persistable);

    /// The key is computed from the id.
    static <ID, K> ShardingStrategy<ID> byId(Class<ID> idType, Function<? super ID, ? extends K> key,
            Placement<? super K> placement) {
        return new IdShardingStrategy<>(idType, id -> placement.place(key.apply(id)));
    }

    /// The key is a column, or several, of rows of `type`; rows of other types have no place. Choose columns that never
    /// change: editing one would leave the row on a shard where nobody looks for it.
    static <ID, P, K> ShardingStrategy<ID> byColumn(Class<P> type, Function<? super P, ? extends K> key,
            Placement<? super K> placement) {
        return new ColumnShardingStrategy<>(type, row -> placement.place(key.apply(row)));
    }
}
