package dev.bailiwick.store;

import static dev.bailiwick.store.Refusals.invalid;
import static dev.bailiwick.store.Samples.KEY;
import static dev.bailiwick.store.Samples.ORG;
import static dev.bailiwick.store.Samples.key;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class AggregateScopeTest {

    @Test
    void aScopeIsEverythingOrAnOrgOrOneAggregate() {
        assertThat(VerifyRequest.everything().scope().contains(KEY)).isTrue();
        assertThat(VerifyRequest.org(ORG).scope().contains(KEY)).isTrue();
        assertThat(VerifyRequest.org(new UUID(0, 99)).scope().contains(KEY)).isFalse();
        assertThat(VerifyRequest.aggregate(KEY).scope().contains(KEY)).isTrue();
        assertThat(VerifyRequest.aggregate(KEY).scope().contains(key(4))).isFalse();
    }

    @Test
    void aListenerKeepsTheScope() {
        assertThat(VerifyRequest.org(ORG).onProgress(progress -> {}).scope()).isEqualTo(new AggregateScope.Org(ORG));
    }

    @Test
    void everythingCannotBeErased() {
        assertThat(EraseRequest.org(ORG).scope()).isEqualTo(new AggregateScope.Org(ORG));
        assertThat(EraseRequest.aggregate(KEY).scope()).isEqualTo(new AggregateScope.Aggregate(KEY));

        invalid("erase scope", () -> new EraseRequest(new AggregateScope.Everything()));
    }
}
