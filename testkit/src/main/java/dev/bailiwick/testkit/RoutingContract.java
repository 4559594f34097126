package dev.bailiwick.testkit;

import static dev.bailiwick.testkit.StoreUnderTest.event;
import static dev.bailiwick.testkit.StoreUnderTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.placement.RoutingRule;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.ErrorCode;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.MultipleOrgsException;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.ShardRoutingException;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Where aggregates live, and what may be written together.
interface RoutingContract extends StoreUnderTest {

    /// Four shards, so that ids 0 and 4 are together and 1 is elsewhere, whatever the suite runs on.
    private EventStore fourShards() {
        return store(setup().withRoutingRule(RoutingRule.AGGREGATE_ID).withShards(4));
    }

    private static AggregateKey account(long id) {
        return new AggregateKey(Keys.ORG, Keys.TYPE, Ids.of(id));
    }

    private static AppendRequest.Builder to(AggregateKey first, AggregateKey second) {
        return AppendRequest.builder().write(first, ExpectedVersion.any(), event("A"))
                .write(second, ExpectedVersion.any(), event("B"));
    }

    @Test
    default void theStoreIsAsItWasSetUp() {
        assertThat(store().routingRule()).isEqualTo(setup().routingRule());
        assertThat(store().partitionMap()).isEqualTo(setup().partitionMap());
    }

    @Test
    default void idsThatAreEqualModuloTheShardsAreWrittenTogether() {
        var store = fourShards();

        var result = store.append(to(account(1000), account(1004)).build());

        assertThat(result.versions()).isEqualTo(Map.of(account(1000), 1L, account(1004), 1L));
        assertThat(result.sequences())
                .isEqualTo(Map.of(1000 % setup().partitions(), 1L, 1004 % setup().partitions(), 1L));
    }

    @Test
    default void aRequestThatSpansShardsIsRefusedAndNamesTheShardOfEachKey() {
        var store = fourShards();

        var refusal = refused(ErrorCode.SHARD_ROUTING_MULTIPLE_SHARDS,
                () -> store.append(to(account(1000), account(1001)).build()));

        assertThat(refusal).isInstanceOfSatisfying(ShardRoutingException.class,
                e -> assertThat(e.shardsByKey()).isEqualTo(
                        Map.of(account(1000), ShardIdentifier.of(0, 0), account(1001), ShardIdentifier.of(0, 1))));
        assertThat(store.details(account(1000))).isEmpty();
        assertThat(store.details(account(1001))).isEmpty();
    }

    @Test
    default void spanningShardsIsRefusedBeforeAnyStateIsLookedAt() {
        var store = fourShards();
        store.append(account(1000), ExpectedVersion.any(), event("Created"));
        store.delete(account(1000), ExpectedVersion.any(), Recreation.FORBIDDEN);

        var request = AppendRequest.builder().write(account(1000), ExpectedVersion.exactly(99), event("A"))
                .write(account(1001), ExpectedVersion.exists(), event("B")).build();

        refused(ErrorCode.SHARD_ROUTING_MULTIPLE_SHARDS, () -> store.append(request));
    }

    @Test
    default void aRequestThatSpansOrgsIsRefusedBeforeRouting() {
        var store = fourShards();
        var other = new AggregateKey(Ids.named("Other"), Keys.TYPE, Ids.of(1001));

        var refusal = refused(ErrorCode.MULTIPLE_ORGS, () -> store.append(to(account(1000), other).build()));

        assertThat(refusal).isInstanceOfSatisfying(MultipleOrgsException.class, e -> {
            assertThat(e.firstOrg()).isEqualTo(Keys.ORG);
            assertThat(e.otherOrg()).isEqualTo(other.orgId());
        });
        assertThat(store.details(account(1000))).isEmpty();
        assertThat(store.details(other)).isEmpty();
    }

    @Test
    default void spanningOrgsIsFoundBeforeADuplicate() {
        var store = fourShards();
        var commandId = UUID.randomUUID();
        store.append(AppendRequest.builder().commandId(commandId).write(account(4), ExpectedVersion.any(), event("A"))
                .build());

        var request = to(account(4), new AggregateKey(Ids.named("Other"), Keys.TYPE, Ids.of(4))).commandId(commandId)
                .build();

        refused(ErrorCode.MULTIPLE_ORGS, () -> store.append(request));
    }

    @Test
    default void aReusedCommandIsFoundBeforeRouting() {
        var store = fourShards();
        var commandId = UUID.randomUUID();
        store.append(AppendRequest.builder().commandId(commandId).write(account(0), ExpectedVersion.any(), event("A"))
                .build());

        var spanning = to(account(0), account(1)).commandId(commandId).build();

        refused(ErrorCode.COMMAND_REUSED, () -> store.append(spanning));
    }

    @Test
    default void anExpiredCommandIsFoundBeforeRouting() {
        var store = fourShards();
        long longAgo = clock().millis() - setup().commandWindow().multipliedBy(4).toMillis();
        var expired = new UUID(longAgo << 16 | 0x7000, 0x8000_0000_0000_0001L);

        refused(ErrorCode.COMMAND_EXPIRED, () -> store.append(to(account(0), account(1)).commandId(expired).build()));
    }

    @Test
    default void everyRuleRoutesByItsOwnPartOfTheKey() {
        for (var rule : RoutingRule.values()) {
            var store = store(setup().withRoutingRule(rule).withShards(4));
            var key = AggregateKey.of(1, 2, 3);

            var result = store.append(key, ExpectedVersion.noStream(), event("A"));

            assertThat(result.sequences()).as("rule %s", rule)
                    .containsOnlyKeys(store.partitionMap().partitionOf(rule.routingId(key)));
        }
    }
}
