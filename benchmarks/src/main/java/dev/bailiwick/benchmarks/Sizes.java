package dev.bailiwick.benchmarks;

import java.util.List;

/// How long and how much is measured.
///
/// @param seconds for each level of concurrency
/// @param warmUpSeconds before the first level, at most; fewer when the load gets no faster any more
/// @param rounds how often all systems are measured in turn; the median of the rounds counts
/// @param aggregates in the section `appends`
/// @param events of the sustained run
/// @param mixedAggregates in the section `mixed`
/// @param historyEvents of the larger store in the section `reopen`, and a tenth of it of the smaller one
/// @param readEvents in streams of each length
/// @param sizeEvents in each store of the section `size`
/// @param coldAggregates in the section `cold`, and the most in the section `memory`
/// @param coldOperations of each kind that are measured one by one
record Sizes(int seconds, int warmUpSeconds, int rounds, int aggregates, int events, int mixedAggregates,
        int historyEvents, int readEvents, int sizeEvents, int coldAggregates, int coldOperations) {

    Sizes(int seconds, int warmUpSeconds, int rounds) {
        this(seconds, warmUpSeconds, rounds, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    Sizes appends(int population, int sustained) {
        return new Sizes(seconds, warmUpSeconds, rounds, population, sustained, mixedAggregates, historyEvents,
                readEvents,
                sizeEvents, coldAggregates, coldOperations);
    }

    Sizes others(int mixed, int history, int read, int size) {
        return new Sizes(seconds, warmUpSeconds, rounds, aggregates, events, mixed, history, read, size, coldAggregates,
                coldOperations);
    }

    Sizes cold(int population, int operations) {
        return new Sizes(seconds, warmUpSeconds, rounds, aggregates, events, mixedAggregates, historyEvents, readEvents,
                sizeEvents, population, operations);
    }

    Sizes withEvents(int sustained) {
        return appends(aggregates, sustained);
    }

    /// For how long a store of the section `cold` is given time to come to rest, at most.
    int quietSeconds() {
        return coldAggregates / 16_000;
    }

    /// After how many aggregates memory is looked at: a tenth, half and all.
    List<Integer> memoryAggregates() {
        return List.of(coldAggregates / 10, coldAggregates / 2, coldAggregates);
    }
}
