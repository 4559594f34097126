package dev.bailiwick.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class PopulationTest {
    private final Population population = new Population(3);

    @Test
    void aClaimedAggregateKeepsItsVersionAndCannotBeClaimedAgain() {
        population.claim(1);
        population.release(1, 4);

        assertThat(population.claim(1)).isTrue();
        assertThat(population.claim(1)).isFalse();
        assertThat(population.version(1)).isEqualTo(4);
        population.release(1, 1);
        assertThat(population.claim(1)).isTrue();
        assertThat(population.version(1)).isEqualTo(5);
    }

    @Test
    void aNewAggregateCanBeClaimedOnceAsWell() {
        assertThat(population.claim(0)).isTrue();
        assertThat(population.claim(0)).isFalse();
        assertThat(population.version(0)).isZero();
    }

    @Test
    void theFirstFreeChoiceIsClaimed() {
        population.claim(2);
        Iterator<Integer> choices = List.of(2, 2, 0, 1).iterator();

        assertThat(population.claimOneOf(choices::next)).isZero();
    }

    @Test
    void keysAreDistinctAndTheSameEachTime() {
        assertThat(Population.key(1)).isEqualTo(Population.key(1)).isNotEqualTo(Population.key(2));
    }
}
