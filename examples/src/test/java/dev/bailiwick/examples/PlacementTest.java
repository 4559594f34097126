package dev.bailiwick.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.CompoundKey;
import dev.bailiwick.placement.DirectoryLoader;
import dev.bailiwick.placement.DirectoryPlacement;
import dev.bailiwick.placement.HashPlacement;
import dev.bailiwick.placement.IdAllocator;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.placement.PartitionMap;
import dev.bailiwick.placement.Persistable;
import dev.bailiwick.placement.RangePlacement;
import dev.bailiwick.placement.RegisteredShards;
import dev.bailiwick.placement.RoutingRule;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedId;
import dev.bailiwick.placement.ShardingStrategy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PlacementTest {
    record Wallet(ShardedId<Wallet> id, String country) implements Persistable<ShardedId<Wallet>> {}

    record Reservation(UUID id, String issuer, String instrument, String window) implements Persistable<UUID> {}

    @Test
    void aMoveMakesTheNextMap() {
        // snippet: map
        var map = PartitionMap.initial(0, 4);
        map.shardOf(RoutingRule.AGGREGATE_ID, AggregateKey.of(1, 1, 1000)); // 0/0, as is 1004; 1001 is on 0/1

        var next = map.withMoved(Set.of(1000), ShardIdentifier.of(0, 2));
        next.epoch(); // 2
        next.shardOf(1000); // 0/2, while ids of partition 1004 stay on 0/0
        // end
        assertThat(next.shardOf(1000)).isEqualTo(ShardIdentifier.of(0, 2));
        assertThat(next.shardOf(1004)).isEqualTo(ShardIdentifier.of(0, 0));
        assertThat(next.epoch()).isEqualTo(2);
    }

    @Test
    void idsAreAllocatedToLieTogether() {
        var map = PartitionMap.initial(0, 4);
        // snippet: allocate
        var ids = IdAllocator.forMap(map);
        UUID order = ids.inPartition(173); // a new id in a partition of your choice
        UUID invoice = ids.colocatedWith(order); // a new id that can be written with it, for ever
        UUID stock = ids.named("stock", order); // the same id each time, without a lookup
        // end
        assertThat(List.of(order, invoice, stock)).allSatisfy(id -> assertThat(map.partitionOf(id)).isEqualTo(173));
        assertThat(ids.named("stock", order)).isEqualTo(stock);
    }

    @Test
    void anIdKnowsItsShard() {
        // snippet: sharded-id
        var mexico = ShardIdentifier.of(1, 0);
        ShardedId<Wallet> id = ShardedId.generate(Wallet.class, mexico);
        ShardIdentifier shard = id.resolveShardIdentifier(); // 1/0, read from the id's bits
        // end
        assertThat(shard).isSameAs(mexico);
    }

    @Test
    void strategiesCombineAKeyWithAPlacement() {
        var map = PartitionMap.initial(0, 4);
        Map<String, ShardIdentifier> table = Map.of("acme", ShardIdentifier.of(0, 3));
        // snippet: strategies
        var byHash = ShardingStrategy.<UUID, Reservation, CompoundKey>byColumn(Reservation.class,
                r -> CompoundKey.of(r.issuer(), r.instrument(), r.window()), HashPlacement.on(map));

        var byRange = ShardingStrategy.byId(Long.class, id -> id, RangePlacement.<Long>builder()
                .from(0L, ShardIdentifier.of(0, 0)).from(1_000_000L, ShardIdentifier.of(0, 1)).end(2_000_000L).build());

        var byCountry = ShardingStrategy.<UUID, Wallet, String>byColumn(Wallet.class, Wallet::country,
                country -> Optional.of(country.equals("MX") ? ShardIdentifier.of(1, 0) : ShardIdentifier.DEFAULT));

        var directory = new DirectoryPlacement<String>(
                tenant -> Optional.ofNullable(table.get(tenant)).map(shard -> new DirectoryLoader.Entry(shard, 1)),
                10_000);
        // end
        var reservation = new Reservation(Ids.of(1), "CA-MUNI", "bond-7", "2026-11");
        assertThat(byHash.resolveShardIdentifier(reservation)).contains(
                map.shardOf(CompoundKey.of("CA-MUNI", "bond-7", "2026-11").partition(map.partitionCount())));
        assertThat(byRange.resolveShardIdentifierById(1_500_000L)).contains(ShardIdentifier.of(0, 1));
        assertThat(byRange.resolveShardIdentifierById(2_000_000L)).isEmpty();
        assertThat(byCountry
                .resolveShardIdentifier(new Wallet(ShardedId.generate(Wallet.class, ShardIdentifier.DEFAULT), "MX")))
                .contains(ShardIdentifier.of(1, 0));
        assertThat(directory.place("acme")).contains(ShardIdentifier.of(0, 3));
        assertThat(directory.place("nobody")).isEmpty();
    }

    @Test
    void anUnbuiltShardFallsBackToTheDefault() {
        // snippet: fallback
        var shards = RegisteredShards.of(Set.of(ShardIdentifier.DEFAULT, ShardIdentifier.of(1, 0)),
                ShardIdentifier.DEFAULT);
        shards.effectiveShard(ShardIdentifier.of(1, 0)); // 1/0
        shards.effectiveShard(ShardIdentifier.of(2, 0)); // 0/0: not built yet
        // end
        assertThat(shards.effectiveShard(ShardIdentifier.of(2, 0))).isEqualTo(ShardIdentifier.DEFAULT);
    }
}
