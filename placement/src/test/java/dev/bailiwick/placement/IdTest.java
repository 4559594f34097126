package dev.bailiwick.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;

@Domain(PlacementDomain.class)
class IdTest {

    private static final class Wallet {}

    private static final class Owner {}

    @Property
    void anIdKeepsItsTypeAndValue(@ForAll UUID value) {
        var id = Id.of(Wallet.class, value);

        assertThat(id.type()).isEqualTo(Wallet.class);
        assertThat(id.getValue()).isEqualTo(value);
        assertThat(id.uuid()).isEqualTo(value);
    }

    @Test
    void aGeneratedIdIsVersion7OnTheDefaultShard() {
        var id = Id.generate(Wallet.class);

        assertThat(ShardedUUID.from(id.getValue()).resolveShardIdentifier()).contains(ShardIdentifier.DEFAULT);
    }

    @Test
    void generatedIdsIncrease() {
        var first = Id.generate(Wallet.class);
        var second = Id.generate(Wallet.class);

        assertThat(first).isLessThan(second);
    }

    @Test
    void idsOfDifferentTypesAreNeverEqual() {
        var value = Ids.of(1);

        assertThat(Id.of(Wallet.class, value)).isEqualTo(Id.of(Wallet.class, value));
        assertThat((Object) Id.of(Wallet.class, value)).isNotEqualTo(Id.of(Owner.class, value));
    }

    @Test
    void anIdIsWrittenWithItsType() {
        assertThat(Id.of(Wallet.class, Ids.of(1))).hasToString("Wallet:00000000-0000-0000-0000-000000000001");
    }
}
