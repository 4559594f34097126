package dev.bailiwick.testkit;

import static dev.bailiwick.testkit.StoreUnderTest.event;
import static dev.bailiwick.testkit.StoreUnderTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.store.ErrorCode;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.Limits;
import dev.bailiwick.store.ListRequest;
import dev.bailiwick.store.Recreation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Listing what is there.
interface CatalogueContract extends StoreUnderTest {

    private List<UUID> listAll(ListRequest first) {
        var all = new ArrayList<UUID>();
        for (var next = Optional.of(first); next.isPresent();) {
            var page = store().list(next.get());
            assertThat(page.ids()).hasSizeLessThanOrEqualTo(first.limit());
            all.addAll(page.ids());
            next = page.next();
        }
        return all;
    }

    @Test
    default void anEmptyStoreListsNothing() {
        assertThat(listAll(ListRequest.orgs())).isEmpty();
        assertThat(listAll(ListRequest.aggregateTypes(Keys.ORG))).isEmpty();
        assertThat(listAll(ListRequest.aggregates(Keys.ORG, Keys.TYPE))).isEmpty();
    }

    @Test
    default void orgsTypesAndAggregatesAreListedOnceEach() {
        for (var key : List.of("A/X/1", "A/X/2", "A/Y/1", "B/X/1", "B/X/3")) {
            given(AggregateKey.parse(key), event("E"));
            given(AggregateKey.parse(key), event("E"));
        }

        assertThat(listAll(ListRequest.orgs())).containsExactlyInAnyOrder(Ids.named("A"), Ids.named("B"));
        assertThat(listAll(ListRequest.aggregateTypes(Ids.named("A")))).containsExactlyInAnyOrder(Ids.named("X"),
                Ids.named("Y"));
        assertThat(listAll(ListRequest.aggregateTypes(Ids.named("B")))).containsExactly(Ids.named("X"));
        assertThat(listAll(ListRequest.aggregates(Ids.named("A"), Ids.named("X")))).containsExactlyInAnyOrder(Ids.of(1),
                Ids.of(2));
        assertThat(listAll(ListRequest.aggregates(Ids.named("B"), Ids.named("Y")))).isEmpty();
    }

    @Test
    default void pagesOfEverySizeListEachIdOnceInTheSameOrder() {
        for (int i = 0; i < 20; i++) {
            given(AggregateKey.of("Org-" + i % 5, "Type", "aggregate-" + i), event("E"));
            given(AggregateKey.of("Acme", "Type-" + i, "one"), event("E"));
            given(AggregateKey.of("Acme", "Orders", "order-" + i), event("E"));
        }

        for (var request : List.of(ListRequest.orgs(), ListRequest.aggregateTypes(Ids.named("Acme")),
                ListRequest.aggregates(Ids.named("Acme"), Ids.named("Orders")))) {
            var all = listAll(request);
            assertThat(all).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(6);
            for (int limit = 1; limit < 8; limit++) {
                assertThat(listAll(request.limit(limit))).as("pages of %d", limit).isEqualTo(all);
            }
        }
    }

    @Test
    default void aListingGoesOnBehindAnIdThatIsGone() {
        var keys = new ArrayList<AggregateKey>();
        for (int i = 0; i < 6; i++) {
            keys.add(new AggregateKey(Keys.ORG, Keys.TYPE, Ids.named("order-" + i)));
            given(keys.get(i), event("E"));
        }
        var request = ListRequest.aggregates(Keys.ORG, Keys.TYPE);
        var all = listAll(request);

        store().delete(new AggregateKey(Keys.ORG, Keys.TYPE, all.get(2)), ExpectedVersion.any(), Recreation.FORBIDDEN);

        assertThat(listAll(request.after(all.get(2)))).isEqualTo(all.subList(3, 6));
    }

    @Test
    default void deletedAggregatesAreListedOnlyOnRequest() {
        var live = new AggregateKey(Keys.ORG, Keys.TYPE, Ids.of(1));
        var trimmed = new AggregateKey(Keys.ORG, Keys.TYPE, Ids.of(2));
        var deleted = new AggregateKey(Keys.ORG, Keys.TYPE, Ids.of(3));
        var recreated = new AggregateKey(Keys.ORG, Keys.TYPE, Ids.of(4));
        for (var key : List.of(live, trimmed, deleted, recreated)) {
            given(key, event("E"));
        }
        store().trim(trimmed, 2);
        store().delete(deleted, ExpectedVersion.any(), Recreation.FORBIDDEN);
        store().delete(recreated, ExpectedVersion.any(), Recreation.ALLOWED);
        given(recreated, event("E"));
        var request = ListRequest.aggregates(Keys.ORG, Keys.TYPE);

        assertThat(listAll(request)).containsExactlyInAnyOrder(Ids.of(1), Ids.of(2), Ids.of(4));
        assertThat(listAll(request.withDeleted())).containsExactlyInAnyOrder(Ids.of(1), Ids.of(2), Ids.of(3),
                Ids.of(4));
    }

    @Test
    default void orgsAndTypesStayListedWhenAllInThemIsDeleted() {
        var key = AggregateKey.of("Acme", "Orders", "1");
        given(key, event("E"));
        store().delete(key, ExpectedVersion.any(), Recreation.FORBIDDEN);

        assertThat(listAll(ListRequest.orgs())).containsExactly(key.orgId());
        assertThat(listAll(ListRequest.aggregateTypes(key.orgId()))).containsExactly(key.aggregateTypeId());
        assertThat(listAll(ListRequest.aggregates(key.orgId(), key.aggregateTypeId()))).isEmpty();
    }

    @Test
    default void aMalformedListingIsRefused() {
        refused(ErrorCode.INVALID_REQUEST, () -> store().list(ListRequest.orgs().limit(0)));
        refused(ErrorCode.LIMIT_EXCEEDED, () -> store().list(ListRequest.orgs().limit(Limits.MAX_LIST_IDS + 1)));
    }
}
