package dev.bailiwick.engine;

/// Where one aggregate's durable events are. Written by the shard's thread, read by anybody.
final class StreamIndex {
    private final Growing frames = new Growing();
    private volatile Head head;

    StreamIndex(Head head) {
        this.head = head;
    }

    /// Adds the frame that holds the versions up to the new head's, and shows the new head.
    void publish(Head newHead, int newEvents, FrameLocation frame) {
        for (int i = 0; i < newEvents; i++) {
            frames.add(frame);
        }
        head = newHead;
    }

    Head head() {
        return head;
    }

    /// The frame of a version that a head from [#head] has.
    FrameLocation frameOf(long version) {
        return frames.get(version);
    }
}
