package dev.bailiwick.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Domain(PlacementDomain.class)
class ShardIdentifierTest {

    @Test
    void theDefaultIsGroup0Member0() {
        assertThat(ShardIdentifier.DEFAULT).isSameAs(ShardIdentifier.of(0, 0));
    }

    @Test
    void everyPairHasOneInstanceThatKeepsItsParts() {
        var seen = new HashSet<ShardIdentifier>();

        for (int group = 0; group <= 255; group++) {
            for (int member = 0; member <= 63; member++) {
                var shard = ShardIdentifier.of(group, member);

                assertThat(shard.group()).isEqualTo(group);
                assertThat(shard.member()).isEqualTo(member);
                assertThat(ShardIdentifier.of(group, member)).isSameAs(shard);
                assertThat(ShardIdentifier.ofBits(shard.bits())).isSameAs(shard);
                seen.add(shard);
            }
        }

        assertThat(seen).hasSize(256 * 64);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 256, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void aGroupOutOfBoundsIsRefusedByNamingTheBound(int group) {
        assertThatIllegalArgumentException().isThrownBy(() -> ShardIdentifier.of(group, 0))
                .withMessage("a shard's group is 0 to 255, not " + group);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 64, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void aMemberOutOfBoundsIsRefusedByNamingTheBound(int member) {
        assertThatIllegalArgumentException().isThrownBy(() -> ShardIdentifier.of(0, member))
                .withMessage("a shard's member is 0 to 63, not " + member);
    }

    @Test
    void shardsSortByGroupThenMember() {
        var unsorted = Stream.of(ShardIdentifier.of(1, 0), ShardIdentifier.of(0, 63), ShardIdentifier.of(255, 1),
                ShardIdentifier.of(0, 2));

        var sorted = unsorted.sorted();

        assertThat(sorted).containsExactly(ShardIdentifier.of(0, 2), ShardIdentifier.of(0, 63),
                ShardIdentifier.of(1, 0), ShardIdentifier.of(255, 1));
    }

    @Property
    void orderAgreesWithEquality(@ForAll ShardIdentifier a, @ForAll ShardIdentifier b) {
        assertThat(a.compareTo(b) == 0).isEqualTo(a.equals(b));
    }

    @Test
    void aShardIsWrittenGroupSlashMember() {
        assertThat(ShardIdentifier.of(1, 0)).hasToString("1/0");
    }
}
