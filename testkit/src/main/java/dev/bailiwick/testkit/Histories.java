package dev.bailiwick.testkit;

import dev.bailiwick.store.Recreation;
import dev.bailiwick.testkit.Operation.Expectation;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;

/// Generates random histories over a handful of aggregates, so that steps meet.
final class Histories {
    static final int AGGREGATES = 6;
    static final int MAX_STEPS = 40;

    private static final int COMMANDS = 4;

    private Histories() {
    }

    static Arbitrary<List<Operation>> any() {
        return Arbitraries.<Operation>frequencyOf(Tuple.of(10, appends()),
                Tuple.of(2, Arbitraries.integers().between(0, 2).map(Operation.Resend::new)), Tuple.of(3, trims()),
                Tuple.of(3, deletes()),
                Tuple.of(4, reads()), Tuple.of(2, aggregates().map(Operation.Details::new)), Tuple.of(1, lists()),
                Tuple.of(1, Arbitraries.integers().between(1, 5).map(Operation.FollowFeed::new)),
                Tuple.of(1, Arbitraries.create(Operation.Verify::new)),
                Tuple.of(1, Arbitraries.of(false, false, true).map(Operation.LetTimePass::new))).list()
                .ofMaxSize(MAX_STEPS).withSizeDistribution(RandomDistribution.uniform());
    }

    private static Arbitrary<Integer> aggregates() {
        return Arbitraries.integers().between(0, AGGREGATES - 1).withDistribution(RandomDistribution.uniform());
    }

    /// Those that hold more often than the others, so that histories get somewhere.
    private static Arbitrary<Expectation> expectations() {
        return Arbitraries.frequency(Tuple.of(4, Expectation.ANY), Tuple.of(3, Expectation.CURRENT),
                Tuple.of(1, Expectation.NO_STREAM), Tuple.of(1, Expectation.EXISTS),
                Tuple.of(1, Expectation.ONE_BEHIND),
                Tuple.of(1, Expectation.ONE_AHEAD));
    }

    private static Arbitrary<Operation> appends() {
        var command = Arbitraries.frequencyOf(Tuple.of(2, Arbitraries.just(0)),
                Tuple.of(1, Arbitraries.integers().between(1, COMMANDS)));
        var write = Combinators
                .combine(aggregates(), expectations(), Arbitraries.integers().between(1, 3))
                .as(Operation.Write::new);
        var writes = write.list().ofMinSize(1).ofMaxSize(3).uniqueElements(Operation.Write::aggregate);
        return Combinators.combine(command, writes).as(Operation.Append::new);
    }

    private static Arbitrary<Operation> trims() {
        return Combinators.combine(aggregates(), Arbitraries.integers().between(-4, 1)).as(Operation.Trim::new);
    }

    private static Arbitrary<Operation> deletes() {
        return Combinators.combine(aggregates(), expectations(), Arbitraries.of(Recreation.class))
                .as(Operation.Delete::new);
    }

    private static Arbitrary<Operation> reads() {
        var from = Arbitraries.oneOf(Arbitraries.integers().between(-6, 2), Arbitraries.just(100));
        return Combinators
                .combine(aggregates(), from, Arbitraries.of(true, false), Arbitraries.integers().between(1, 4),
                        Arbitraries.of(true, false))
                .as(Operation.Read::new);
    }

    private static Arbitrary<Operation> lists() {
        return Combinators.combine(Arbitraries.integers().between(1, 3), Arbitraries.of(true, false))
                .as(Operation.ListAll::new);
    }
}
