package dev.bailiwick.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.persistence.DataSourceConfig;
import dev.bailiwick.persistence.DatabaseRegistry;
import dev.bailiwick.persistence.GatherOptions;
import dev.bailiwick.persistence.MoveOptions;
import dev.bailiwick.persistence.MovePlan;
import dev.bailiwick.persistence.MoveState;
import dev.bailiwick.persistence.RepositoryRegistry;
import dev.bailiwick.persistence.ShardGroupConfig;
import dev.bailiwick.persistence.ShardMemberConfig;
import dev.bailiwick.persistence.ShardMove;
import dev.bailiwick.persistence.ShardMoves;
import dev.bailiwick.persistence.ShardingConfig;
import dev.bailiwick.placement.ShardIdentifier;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MovingTest {
    private static final List<String> SCRIPTS = List.of("classpath:giftcards");
    private static final ShardIdentifier AUSTRALIA = ShardIdentifier.of(2, 0);

    private static ShardGroupConfig europe(String name) {
        return ShardGroupConfig.of(0, "europe", ShardMemberConfig.of(0, "eu-1", database(name + "_eu")));
    }

    private static DataSourceConfig database(String name) {
        return DataSourceConfig.of("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1");
    }

    /// A card of Australia is in Europe, since there was no database in Australia when it was issued.
    private static DatabaseRegistry lately(String name) {
        try (var early = DatabaseRegistry.fromConfig(ShardingConfig.of(europe(name)))) {
            early.migrate(SCRIPTS);
            new GiftCardRepository(early).add(GiftCard.issue(AUSTRALIA, "ROO-1", BigDecimal.TEN, Instant.now()));
        }
        var both = ShardingConfig.of(europe(name), ShardGroupConfig.of(2, "australia",
                ShardMemberConfig.of(0, "au-1", database(name + "_au"))));
        var databases = DatabaseRegistry.fromConfig(both);
        databases.migrate(SCRIPTS);
        return databases;
    }

    @Test
    void aShardThatFellBackIsAdoptedByItsOwnDatabase() {
        var shown = new ArrayList<Object>();
        try (var databases = lately("adopting")) {
            var cards = new GiftCardRepository(databases);
            // snippet: adopt
            ShardMoves moves = databases.moves(RepositoryRegistry.of(cards)); // all repositories that there are
            MovePlan plan = moves.planAdoption(ShardIdentifier.of(2, 0)); // tables and rows, and what is not moved
            ShardMove move = moves.start(plan.withOptions(MoveOptions.standard().withRowsPerSecond(5_000)),
                    progress -> shown.add(progress)); // "move 1 of 2/0 from 0/0 to 2/0: COPYING, 1000 of 48210 rows"

            assertThat(move.state()).isEqualTo(MoveState.SWITCHED); // the database of 2/0 serves now
            shown.add(move.pause()); // how long writes had to wait
            moves.clean(move.number()); // when nobody wants it back any more
            // end
            assertThat(shown).hasSizeGreaterThan(3);
            assertThat(databases.effectiveShard(AUSTRALIA)).isEqualTo(AUSTRALIA);
            assertThat(cards.findAll()).hasSize(1);
        }
    }

    @Test
    void aMoveIsTakenBack() {
        try (var databases = lately("reverting")) {
            var cards = new GiftCardRepository(databases);
            var moves = databases.moves(RepositoryRegistry.of(cards));
            // snippet: revert
            var there = moves.start(moves.planRelocationAcrossGroups(AUSTRALIA, ShardIdentifier.of(2, 0)));
            var back = moves.start(moves.planReversal(there.number())); // with everything that was written since
            // end
            assertThat(back.state()).isEqualTo(MoveState.SWITCHED);
            // snippet: resume
            for (ShardMove move : moves.list()) {
                if (!move.state().isFinal()) {
                    moves.resume(move.number()); // or abort(...), as long as it is not switched
                }
            }
            // end
            // snippet: own
            int valid = cards.gather(GatherOptions.standard(),
                    db -> List.of(db.fetchCount(GiftCards.GIFT_CARDS, cards.isServedBy(db)))).items().stream()
                    .mapToInt(Integer::intValue).sum();
            // end
            assertThat(valid).isEqualTo(1);
        }
    }
}
