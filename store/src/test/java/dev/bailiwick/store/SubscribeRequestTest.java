package dev.bailiwick.store;

import static dev.bailiwick.store.Refusals.exceeds;
import static dev.bailiwick.store.Refusals.invalid;
import static dev.bailiwick.store.Samples.KEY;
import static dev.bailiwick.store.Samples.ORG;
import static dev.bailiwick.store.Samples.TYPE;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SubscribeRequestTest {
    private final SubscribeRequest request = SubscribeRequest.from(FeedPosition.now());

    @Test
    void byDefaultItDeliversEverythingInBatchesOf256() {
        assertThat(request).isEqualTo(new SubscribeRequest(FeedPosition.now(), FeedFilter.EVERYTHING, 256));
    }

    @Test
    void filtersAddUpAndEveryChangeKeepsTheRest() {
        var filter = FeedFilter.EVERYTHING.org(ORG).aggregateType(TYPE).aggregate(KEY).eventType("A").eventType("B");

        assertThat(request.batchCommits(9).org(ORG).aggregateType(TYPE).aggregate(KEY).eventType("A").eventType("B"))
                .isEqualTo(new SubscribeRequest(FeedPosition.now(), filter, 9));
        assertThat(request.filter(filter).batchCommits(9))
                .isEqualTo(new SubscribeRequest(FeedPosition.now(), filter, 9));
        assertThat(request.org(ORG).filter(FeedFilter.EVERYTHING)).isEqualTo(request);
    }

    @Test
    void aBatchHasOneTo4096Commits() {
        assertThat(request.batchCommits(1).batchCommits()).isEqualTo(1);
        assertThat(request.batchCommits(4_096).batchCommits()).isEqualTo(4_096);

        invalid("batch commits", () -> request.batchCommits(0));
        exceeds("batch commits", 4_097, 4_096, () -> request.batchCommits(4_097));
    }
}
