package dev.bailiwick.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.RoutingRule;
import dev.bailiwick.store.EventStore;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/// Runs random histories against a store and the reference side by side: every step must show the same. A difference is shrunk
/// to a minimal history and printed with the seed that reproduces it.
public abstract class EventStoreModelProperties {

    protected EventStoreModelProperties() {
    }

    /// A new, empty store as the setup says, its clock included.
    protected abstract EventStore open(StoreSetup setup);

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
    public void everyStepOfEveryHistoryShowsWhatTheReferenceShows(@ForAll("setups") StoreSetup setup,
            @ForAll("histories") List<Operation> history) {
        var clock = new SettableClock(START);
        var referenceClock = new SettableClock(START);
        try (var store = open(setup.withClock(clock));
                var reference = InMemoryEventStore.create(setup.withClock(referenceClock))) {
            var run = new HistoryRun(store, setup, clock);
            var referenceRun = new HistoryRun(reference, setup, referenceClock);
            for (var operation : history) {
                assertThat(run.observe(operation)).as("%s", operation).isEqualTo(referenceRun.observe(operation));
            }
        }
    }

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @Provide
    Arbitrary<List<Operation>> histories() {
        return Histories.any();
    }

    /// The setups to run on: by default every rule on one, two and four shards.
    @Provide
    protected Arbitrary<StoreSetup> setups() {
        return Arbitraries.of(RoutingRule.class).flatMap(rule -> Arbitraries.of(1, 2, 4)
                .map(shards -> StoreSetup.standard().withRoutingRule(rule).withShards(shards)));
    }
}
