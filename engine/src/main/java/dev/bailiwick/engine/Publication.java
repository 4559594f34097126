package dev.bailiwick.engine;

import java.util.Arrays;
import java.util.List;

/// The commits of one group, to be shown when they are durable. Belongs to the shard's thread.
final class Publication {
    private int[] partitions = new int[64];
    private long[] sequences = new long[64];
    private int count;

    void add(List<Decision.Place> places) {
        for (int i = 0; i < places.size(); i++) {
            add(places.get(i));
        }
    }

    void add(Decision.Place place) {
        if (count == partitions.length) {
            partitions = Arrays.copyOf(partitions, count * 2);
            sequences = Arrays.copyOf(sequences, count * 2);
        }
        partitions[count] = place.partition();
        sequences[count] = place.sequence();
        count++;
    }

    /// Shows everything up to here to readers and subscriptions.
    void publish(ShardView view, long durableUpTo, EngineFeed feed) {
        view.publish(durableUpTo);
        for (int i = 0; i < count; i++) {
            view.publishSequence(partitions[i], sequences[i]);
        }
        if (count > 0) {
            feed.changed(partitions, count);
        }
        count = 0;
    }
}
