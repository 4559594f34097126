package dev.bailiwick.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OnceEachTest {
    private final Requests requests = new Requests();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 10, 64, 100, 997, 50_000, 1_000_000})
    void everyNumberComesOnce(int size) {
        var order = new OnceEach(size, 0, requests);
        var seen = new BitSet(size);

        for (int i = 0; i < size; i++) {
            seen.set(order.next());
        }

        assertThat(seen.cardinality()).isEqualTo(size);
        assertThat(seen.length()).isEqualTo(size);
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 50_000})
    void whatIsSkippedIsWhatAnotherBeginsWith(int size) {
        var first = new OnceEach(size, 0, requests);
        var second = new OnceEach(size, size / 10, requests);
        var seen = new BitSet(size);

        for (int i = 0; i < size / 10; i++) {
            seen.set(first.next());
        }
        for (int i = size / 10; i < size; i++) {
            seen.set(second.next());
        }

        assertThat(seen.cardinality()).isEqualTo(size);
    }
}
