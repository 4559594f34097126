package dev.bailiwick.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;

@Domain(PlacementDomain.class)
class RegisteredShardsTest {
    private static final ShardIdentifier GLOBAL = ShardIdentifier.of(0, 0);
    private static final ShardIdentifier MEXICO = ShardIdentifier.of(1, 0);
    private static final ShardIdentifier AUSTRALIA = ShardIdentifier.of(2, 0);
    private static final RegisteredShards LENIENT = RegisteredShards.of(List.of(MEXICO, GLOBAL), GLOBAL);

    @Test
    void aRegisteredShardServesItself() {
        assertThat(LENIENT.effectiveShard(MEXICO)).isEqualTo(MEXICO);
        assertThat(LENIENT.strict().effectiveShard(MEXICO)).isEqualTo(MEXICO);
    }

    @Property
    void anUnregisteredShardFallsBackToTheDefault(@ForAll ShardIdentifier shard) {
        var effective = LENIENT.effectiveShard(shard);

        assertThat(effective).isEqualTo(LENIENT.isRegistered(shard) ? shard : GLOBAL);
    }

    @Test
    void strictModeRefusesAnUnregisteredShard() {
        var strict = LENIENT.strict();

        assertThatExceptionOfType(UnregisteredShardException.class)
                .isThrownBy(() -> strict.effectiveShard(AUSTRALIA))
                .withMessage("shard 2/0 is not registered (registered: [0/0, 1/0]) and strict mode is on: register it,"
                        + " or allow fallback to the default shard")
                .satisfies(refused -> assertThat(refused.shard()).isEqualTo(AUSTRALIA));
    }

    @Test
    void strictModeIsACopy() {
        LENIENT.strict();

        assertThat(LENIENT.effectiveShard(AUSTRALIA)).isEqualTo(GLOBAL);
    }

    @Test
    void theDefaultMayBeAnyRegisteredShard() {
        var shards = RegisteredShards.of(List.of(GLOBAL, MEXICO), MEXICO);

        assertThat(shards.defaultShard()).isEqualTo(MEXICO);
        assertThat(shards.effectiveShard(AUSTRALIA)).isEqualTo(MEXICO);
    }

    @Test
    void aDefaultThatIsNotRegisteredIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> RegisteredShards.of(List.of(MEXICO), GLOBAL))
                .withMessage("the default shard 0/0 is not among the registered [1/0]");
    }

    @Test
    void shardsAreListedInOrderAndDoNotChange() {
        var source = new ArrayList<>(List.of(AUSTRALIA, GLOBAL));
        var shards = RegisteredShards.of(source, GLOBAL);

        source.add(MEXICO);

        assertThat(shards.shards()).containsExactly(GLOBAL, AUSTRALIA);
        assertThat(shards.isRegistered(MEXICO)).isFalse();
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> shards.shards().clear());
    }
}
