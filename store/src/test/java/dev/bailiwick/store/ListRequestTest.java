package dev.bailiwick.store;

import static dev.bailiwick.store.Refusals.exceeds;
import static dev.bailiwick.store.Refusals.invalid;
import static dev.bailiwick.store.Samples.ORG;
import static dev.bailiwick.store.Samples.TYPE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.store.ListRequest.Scope;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ListRequestTest {

    @Test
    void byDefaultAPageHasAThousandIdsAndNothingDeleted() {
        assertThat(ListRequest.orgs())
                .isEqualTo(new ListRequest(new Scope.Orgs(), 1_000, Optional.empty(), false));
        assertThat(ListRequest.aggregateTypes(ORG))
                .isEqualTo(new ListRequest(new Scope.AggregateTypes(ORG), 1_000, Optional.empty(), false));
        assertThat(ListRequest.aggregates(ORG, TYPE))
                .isEqualTo(new ListRequest(new Scope.Aggregates(ORG, TYPE), 1_000, Optional.empty(), false));
    }

    @Test
    void everyChangeKeepsTheRest() {
        var id = new UUID(4, 4);
        var scope = new Scope.Aggregates(ORG, TYPE);
        var all = new ListRequest(scope, 5, Optional.of(id), true);

        assertThat(all.limit(9)).isEqualTo(new ListRequest(scope, 9, Optional.of(id), true));
        assertThat(all.after(ORG)).isEqualTo(new ListRequest(scope, 5, Optional.of(ORG), true));
        assertThat(ListRequest.aggregates(ORG, TYPE).limit(5).after(id).withDeleted()).isEqualTo(all);
        assertThat(all.withDeleted()).isEqualTo(all);
    }

    @Test
    void aPageHasOneToTenThousandIds() {
        assertThat(ListRequest.orgs().limit(1).limit()).isEqualTo(1);
        assertThat(ListRequest.orgs().limit(10_000).limit()).isEqualTo(10_000);

        invalid("listed ids", () -> ListRequest.orgs().limit(0));
        exceeds("listed ids", 10_001, 10_000, () -> ListRequest.orgs().limit(10_001));
    }
}
