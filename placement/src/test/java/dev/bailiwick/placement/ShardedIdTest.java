package dev.bailiwick.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;

@Domain(PlacementDomain.class)
class ShardedIdTest {

    private static final class Wallet {}

    private static final class Owner {}

    @Property
    void aGeneratedIdNamesItsShard(@ForAll ShardIdentifier shard) {
        var id = ShardedId.generate(Wallet.class, shard);

        assertThat(id.resolveShardIdentifier()).isSameAs(shard);
        assertThat(id.type()).isEqualTo(Wallet.class);
    }

    @Property
    void anIdReadFromTheDatabaseIsTheOneThatWasStored(@ForAll ShardIdentifier shard) {
        var id = ShardedId.generate(Wallet.class, shard);
        UUID stored = id.getValue().value();

        var read = ShardedId.of(Wallet.class, ShardedUUID.from(stored));

        assertThat(read).isEqualTo(id).hasSameHashCodeAs(id);
        assertThat(read.uuid()).isEqualTo(stored);
    }

    @Test
    void anIdFromBeforeShardingLivesOnTheDefaultShard() {
        var old = ShardedUUID.from(UUID.fromString("3f2504e0-4f89-41d3-9a0c-0305e82c3301"));

        var id = ShardedId.of(Wallet.class, old);

        assertThat(id.resolveShardIdentifier()).isEqualTo(ShardIdentifier.DEFAULT);
        assertThat(id.getValue().resolveShardIdentifier()).isEmpty();
    }

    @Test
    void generatedIdsIncreaseWhateverTheirShard() {
        var first = ShardedId.generate(Wallet.class, ShardIdentifier.of(255, 63));
        var second = ShardedId.generate(Wallet.class, ShardIdentifier.DEFAULT);

        assertThat(first).isLessThan(second);
    }

    @Test
    void idsOfDifferentTypesAreNeverEqual() {
        var value = ShardedUUID.generate(ShardIdentifier.DEFAULT);

        assertThat((Object) ShardedId.of(Wallet.class, value)).isNotEqualTo(ShardedId.of(Owner.class, value));
    }

    @Test
    void anIdIsWrittenWithItsType() {
        var value = ShardedUUID.generate(ShardIdentifier.DEFAULT);

        assertThat(ShardedId.of(Wallet.class, value)).hasToString("Wallet:" + value);
    }
}
