package dev.bailiwick.benchmarks;

import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.ExpectedVersion;
import java.util.SplittableRandom;

/// One event to an aggregate picked at random, with the version it is known to have expected.
final class RandomWorkload implements Workload {
    private final Population population;
    private final Requests requests;
    private final SplittableRandom random;

    RandomWorkload(Population population, Requests requests, long seed) {
        this.population = population;
        this.requests = requests;
        this.random = new SplittableRandom(seed);
    }

    @Override
    public int next() {
        return population.claimOneOf(() -> random.nextInt(population.size()));
    }

    @Override
    public AppendRequest request(int aggregate) {
        return requests.one(aggregate, ExpectedVersion.exactly(population.version(aggregate)));
    }

    @Override
    public void written(int aggregate) {
        population.release(aggregate, 1);
    }
}
