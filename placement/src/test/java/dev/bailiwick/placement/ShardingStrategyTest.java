package dev.bailiwick.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ShardingStrategyTest {
    private static final ShardIdentifier A = ShardIdentifier.of(0, 1);
    private static final ShardIdentifier B = ShardIdentifier.of(1, 0);
    private static final RangePlacement<Long> RANGES = RangePlacement.<Long>builder().from(0L, A).from(1_000L, B)
            .build();
    private static final Placement<String> COUNTRIES = country -> Optional
            .ofNullable(Map.of("AU", A, "MX", B).get(country));

    private record Account(Long id) implements Persistable<Long> {}

    private record Wallet(UUID id, String country) implements Persistable<UUID> {}

    private record Trade(UUID id, String issuer, String instrument) implements Persistable<UUID> {}

    @Test
    void byIdTheIdAloneDecides() {
        var strategy = ShardingStrategy.byId(Long.class, id -> id, RANGES);

        assertThat(strategy.usesShardAwareId()).isTrue();
        assertThat(strategy.resolveShardIdentifierById(999L)).contains(A);
        assertThat(strategy.resolveShardIdentifier(new Account(1_000L))).contains(B);
        assertThat(strategy.resolveShardIdentifier(new Account(-1L))).isEmpty();
    }

    @Test
    void byIdAKeyMayBeComputedFromTheId() {
        var map = PartitionMap.initial(0, 4);
        var strategy = ShardingStrategy.byId(UUID.class, id -> CompoundKey.of("wallet", id.toString()),
                HashPlacement.on(map));
        var id = Ids.named("wallet-1");

        var expected = HashPlacement.on(map).place(CompoundKey.of("wallet", id.toString()));
        assertThat(strategy.resolveShardIdentifierById(id)).isEqualTo(expected);
        assertThat(strategy.resolveShardIdentifier(new Wallet(id, "MX"))).isEqualTo(expected);
    }

    @Test
    void byIdAnIdOfAnotherTypeIsRefused() {
        var strategy = ShardingStrategy.byId(Long.class, id -> id, RANGES);
        var wallet = new Wallet(Ids.of(1), "MX");

        assertThatIllegalArgumentException().isThrownBy(() -> strategy.resolveShardIdentifier(wallet))
                .withMessage("this strategy places ids of type java.lang.Long, and " + Wallet.class.getName()
                        + " has one of type java.util.UUID");
    }

    @Test
    void byColumnTheRowDecidesAndTheIdAloneDoesNot() {
        ShardingStrategy<UUID> strategy = ShardingStrategy.byColumn(Wallet.class, Wallet::country, COUNTRIES);
        var id = ShardedUUID.generate(A).value();

        assertThat(strategy.usesShardAwareId()).isFalse();
        assertThat(strategy.resolveShardIdentifierById(id)).isEmpty();
        assertThat(strategy.resolveShardIdentifier(new Wallet(id, "MX"))).contains(B);
        assertThat(strategy.resolveShardIdentifier(new Wallet(id, "CZ"))).isEmpty();
    }

    @Test
    void byColumnARowOfAnotherTypeHasNoPlace() {
        ShardingStrategy<UUID> strategy = ShardingStrategy.byColumn(Wallet.class, Wallet::country, COUNTRIES);

        assertThat(strategy.resolveShardIdentifier(new Account(1L))).isEmpty();
    }

    @Test
    void byColumnSeveralColumnsMakeACompoundKey() {
        var placement = HashPlacement.on(PartitionMap.initial(0, 8));
        ShardingStrategy<UUID> strategy = ShardingStrategy.byColumn(Trade.class,
                trade -> CompoundKey.of(trade.issuer(), trade.instrument()), placement);

        var shard = strategy.resolveShardIdentifier(new Trade(Ids.of(1), "acme", "bond-2031"));

        assertThat(shard).isPresent().isEqualTo(placement.place(CompoundKey.of("acme", "bond-2031")));
    }

    @Test
    void byColumnADirectoryMayDecide() {
        var directory = new DirectoryPlacement<String>(
                country -> COUNTRIES.place(country).map(shard -> new DirectoryLoader.Entry(shard, 1)), 10);
        ShardingStrategy<UUID> strategy = ShardingStrategy.byColumn(Wallet.class, Wallet::country, directory);

        assertThat(strategy.resolveShardIdentifier(new Wallet(Ids.of(1), "AU"))).contains(A);
        assertThat(directory.statistics().misses()).isOne();
    }
}
