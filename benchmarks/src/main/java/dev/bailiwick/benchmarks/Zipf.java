package dev.bailiwick.benchmarks;

import java.util.Arrays;
import java.util.SplittableRandom;

/// Ranks whose frequency falls with a power of the rank: a few are asked for all the time, most hardly ever. Immutable.
final class Zipf {
    private final double[] cumulated;

    Zipf(int size, double exponent) {
        cumulated = new double[size];
        double sum = 0;
        for (int rank = 0; rank < size; rank++) {
            sum += 1 / Math.pow(rank + 1.0, exponent);
            cumulated[rank] = sum;
        }
    }

    /// A rank, 0 being the most frequent.
    int next(SplittableRandom random) {
        int found = Arrays.binarySearch(cumulated, random.nextDouble() * cumulated[cumulated.length - 1]);
        return Math.min(found < 0 ? -found - 1 : found, cumulated.length - 1);
    }
}
