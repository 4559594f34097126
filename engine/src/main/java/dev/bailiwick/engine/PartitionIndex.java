package dev.bailiwick.engine;

/// Where one partition's durable commits are. Written by the thread of the shard that owns it, read by anybody.
final class PartitionIndex {
    private final Growing frames = new Growing();
    private volatile long lastSequence;

    /// Shows the next commit.
    void publish(long sequence, FrameLocation frame) {
        frames.add(frame);
        lastSequence = sequence;
    }

    long lastSequence() {
        return lastSequence;
    }

    /// The frame of a commit up to [#lastSequence].
    FrameLocation frameOf(long sequence) {
        return frames.get(sequence);
    }
}
