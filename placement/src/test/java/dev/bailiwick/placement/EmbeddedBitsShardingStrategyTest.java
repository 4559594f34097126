package dev.bailiwick.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.UUID;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;

@Domain(PlacementDomain.class)
class EmbeddedBitsShardingStrategyTest {
    private final ShardingStrategy<UUID> strategy = new EmbeddedBitsShardingStrategy();

    private record Row<ID>(ID id) implements Persistable<ID> {}

    @Test
    void theIdAloneDecides() {
        assertThat(strategy.usesShardAwareId()).isTrue();
    }

    @Property
    void theShardIsReadFromAnyKindOfId(@ForAll ShardIdentifier shard) {
        var sharded = ShardedUUID.generate(shard);

        assertThat(strategy.resolveShardIdentifierById(sharded.value())).contains(shard);
        assertThat(strategy.resolveShardIdentifier(new Row<>(sharded.value()))).contains(shard);
        assertThat(strategy.resolveShardIdentifier(new Row<>(sharded))).contains(shard);
        assertThat(strategy.resolveShardIdentifier(new Row<>(ShardedId.of(Row.class, sharded)))).contains(shard);
        assertThat(strategy.resolveShardIdentifier(new Row<>(Id.of(Row.class, sharded.value())))).contains(shard);
    }

    @Property
    void anIdThatIsNotVersion7HasNoPlaceForReadsAndWritesAlike(@ForAll UUID value) {
        Assume.that(value.version() != 7 || value.variant() != 2);
        var sharded = ShardedUUID.from(value);

        assertThat(strategy.resolveShardIdentifierById(value)).isEmpty();
        assertThat(strategy.resolveShardIdentifier(new Row<>(value))).isEmpty();
        assertThat(strategy.resolveShardIdentifier(new Row<>(sharded))).isEmpty();
        assertThat(strategy.resolveShardIdentifier(new Row<>(ShardedId.of(Row.class, sharded)))).isEmpty();
    }

    @Test
    void anIdOfAnotherTypeIsRefusedByNamingBothTypes() {
        var row = new Row<>("order-4821");

        assertThatIllegalArgumentException().isThrownBy(() -> strategy.resolveShardIdentifier(row)).withMessage(
                "this strategy places ids of type java.util.UUID, and " + Row.class.getName()
                        + " has one of type java.lang.String");
    }
}
