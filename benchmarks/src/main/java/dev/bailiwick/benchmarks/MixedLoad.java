package dev.bailiwick.benchmarks;

import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.ReadRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// What many users do to a store at once. Thread-safe; each thread brings its own randomness.
final class MixedLoad {
    /// The kinds of operations, and how many of a hundred they are: half of all are appends, a tenth of those to several
    /// aggregates.
    enum Kind {
        APPEND(45), APPEND_SEVERAL(5), READ_HOT(25), READ_COLD(25);

        private final int percent;

        Kind(int percent) {
            this.percent = percent;
        }

        static Kind next(SplittableRandom random) {
            int left = random.nextInt(100);
            for (var kind : values()) {
                left -= kind.percent;
                if (left < 0) {
                    return kind;
                }
            }
            throw new IllegalStateException("the percentages do not add up to a hundred");
        }
    }

    private static final int MAX_TOGETHER = 5;
    private static final int PAGE_EVENTS = 20;

    private final EventStore store;
    private final Population population;
    private final Zipf zipf;
    private final Requests requests = new Requests();
    private final byte[] members;

    MixedLoad(EventStore store, Population population) {
        this.store = store;
        this.population = population;
        this.zipf = new Zipf(population.size(), 0.99);
        this.members = new byte[population.size()];
        for (int i = 0; i < members.length; i++) {
            ShardIdentifier shard = store.partitionMap().shardOf(store.routingRule(), Population.key(i));
            members[i] = (byte) shard.member();
        }
    }

    void perform(Kind kind, SplittableRandom random) {
        switch (kind) {
            case APPEND -> append(List.of(claimHot(random)));
            case APPEND_SEVERAL -> append(claimTogether(random));
            case READ_HOT -> read(zipf.next(random));
            case READ_COLD -> read(random.nextInt(population.size()));
        }
    }

    private int claimHot(SplittableRandom random) {
        return population.claimOneOf(() -> zipf.next(random));
    }

    /// Two to five aggregates of one shard. Nobody waits for a claim, so two of these cannot wait for each other.
    private List<Integer> claimTogether(SplittableRandom random) {
        int count = random.nextInt(2, MAX_TOGETHER + 1);
        var claimed = new ArrayList<Integer>(count);
        claimed.add(claimHot(random));
        while (claimed.size() < count) {
            int next = zipf.next(random);
            if (members[next] == members[claimed.getFirst()] && population.claim(next)) {
                claimed.add(next);
            }
        }
        return claimed;
    }

    private void append(List<Integer> aggregates) {
        var request = AppendRequest.builder().commandId(Requests.commandId());
        for (int aggregate : aggregates) {
            request.write(Population.key(aggregate), ExpectedVersion.exactly(population.version(aggregate)),
                    requests.event(aggregate));
        }
        store.append(request.build());
        aggregates.forEach(aggregate -> population.release(aggregate, 1));
    }

    /// The newest events of an aggregate.
    private void read(int aggregate) {
        var page = store.read(ReadRequest.of(Population.key(aggregate)).backwards().limit(PAGE_EVENTS));
        if (page.events().isEmpty()) {
            throw new IllegalStateException("aggregate " + aggregate + " has no events");
        }
    }
}
