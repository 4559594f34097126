package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateState;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/// What readers see of a shard: only what is durable. Written by the shard's thread after each flush.
final class ShardIndex {
    private final ConcurrentSkipListMap<AggregateKey, StreamIndex> streams = new ConcurrentSkipListMap<>();
    private final Map<Integer, PartitionIndex> partitions;

    /// @param partitions those that the shard owns
    ShardIndex(Map<Integer, PartitionIndex> partitions) {
        this.partitions = partitions;
    }

    Optional<StreamIndex> stream(AggregateKey key) {
        return Optional.ofNullable(streams.get(key));
    }

    NavigableMap<AggregateKey, StreamIndex> streams() {
        return streams;
    }

    void publish(Decision decision, FrameLocation frame, long timeMs) {
        switch (decision) {
            case Decision.Appended appended -> {
                appended.streams().forEach(stream -> publish(stream, frame, timeMs));
                appended.places().forEach(place -> partition(place).publish(place.sequence(), frame));
            }
            case Decision.Trimmed trimmed -> {
                var stream = existing(trimmed.key());
                stream.publish(stream.head().trimmed(trimmed.firstVersion(), timeMs), 0, frame);
                partition(trimmed.place()).publish(trimmed.place().sequence(), frame);
            }
            case Decision.Deleted deleted -> {
                var stream = existing(deleted.key());
                stream.publish(stream.head().deleted(ShardState.stateAfter(deleted.recreation()), timeMs), 0, frame);
                partition(deleted.place()).publish(deleted.place().sequence(), frame);
            }
        }
    }

    private void publish(Decision.Stream written, FrameLocation frame, long timeMs) {
        var hash = written.events().getLast().hash();
        var known = streams.get(written.key());
        if (known != null) {
            known.publish(known.head().appended(written.lastVersion(), hash, timeMs), written.events().size(), frame);
            return;
        }
        var head = new Head(written.lastVersion(), 1, AggregateState.LIVE, hash, timeMs);
        var created = new StreamIndex(head);
        created.publish(head, written.events().size(), frame);
        streams.put(written.key(), created);
    }

    private StreamIndex existing(AggregateKey key) {
        return stream(key).orElseThrow(() -> new IllegalStateException("changed what never existed: " + key));
    }

    private PartitionIndex partition(Decision.Place place) {
        var partition = partitions.get(place.partition());
        if (partition == null) {
            throw new IllegalStateException("partition " + place.partition() + " is not this shard's");
        }
        return partition;
    }
}
