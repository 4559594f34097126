package dev.bailiwick.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/// Which segments of a shard are in memory, and when they leave it. Belongs to the shard's thread.
final class ShardMemory implements ShardLog.Sealer {
    /// Records that one request can add.
    private static final int MAX_RECORDS = 256;

    private final LogIdentity identity;
    private final ShardView view;
    private final ShardState state;
    private final Indexer indexer;
    private final LogReader reader;
    private final long maxSegmentBytes;
    private final int maxFooterBytes;
    private final Map<Long, CompletableFuture<Boolean>> awaited = new HashMap<>();
    private long generation;
    private long sealedUnreadable;

    /// @param maxSegmentBytes what one segment may take in memory
    ShardMemory(LogIdentity identity, ShardView view, ShardState state, Indexer indexer, LogReader reader,
            long maxSegmentBytes) {
        this.identity = identity;
        this.view = view;
        this.state = state;
        this.indexer = indexer;
        this.reader = reader;
        this.maxSegmentBytes = maxSegmentBytes;
        this.maxFooterBytes = Decisions
                .sealedBytes(view.routing().map().partitionsOf(identity.shard()).size());
    }

    ShardView view() {
        return view;
    }

    /// Changes whenever a segment left the memory. What was read from the sealed index in another generation may have been
    /// overtaken by what that segment held.
    long generation() {
        return generation;
    }

    /// Whether the segment must be sealed, because of what it takes in memory.
    boolean isFull() {
        return view.active().bytes() > maxSegmentBytes || !view.active().hasRoom(MAX_RECORDS);
    }

    @Override
    public boolean isHalfFull() {
        return view.active().bytes() > maxSegmentBytes / 2;
    }

    @Override
    public void committed(long segmentId, long offset, ByteBuffer frames) {
        reader.recent().add(segmentId, offset, frames);
    }

    /// A segment is part of the sealed index now.
    void indexed(long segmentId) {
        for (var segment : view.segments()) {
            if (segment.segmentId() == segmentId) {
                state.leaveMemory(segment.commands());
            }
        }
        view.drop(segmentId);
        view.addUnreadable(sealedUnreadable);
        sealedUnreadable = 0;
        generation++;
        var waiting = awaited.remove(segmentId);
        if (waiting != null) {
            waiting.complete(true);
        }
    }

    /// Is true when a segment is part of the sealed index, and false when that will not be before the store is opened again.
    CompletableFuture<Boolean> whenIndexed(long segmentId) {
        for (var segment : view.segments()) {
            if (segment.segmentId() == segmentId) {
                return awaited.computeIfAbsent(segmentId, _ -> new CompletableFuture<>());
            }
        }
        return CompletableFuture.completedFuture(true);
    }

    /// The first bucket of commands that are still remembered.
    long firstCommandBucket() {
        return state.commands().firstBucket();
    }

    /// Waits for the index.
    void close() {
        indexer.close();
        awaited.values().forEach(waiting -> waiting.complete(false));
    }

    @Override
    public int maxFooterBytes() {
        return maxFooterBytes;
    }

    @Override
    public void beforeSeal() throws NoRoomException {
        indexer.awaitTurn();
    }

    @Override
    public Decisions.Body footer(long nowMs) {
        return Decisions.body(state.seal(nowMs));
    }

    @Override
    public void sealed(long segmentId, FrameLocation footer, long nextSegmentId) throws IOException {
        var watermark = new Watermark(identity, segmentId, reader.frame(footer).checksum());
        sealedUnreadable += state.takeUnreadable();
        indexer.submit(view.active(), watermark, state.commands().firstBucket());
        view.begin(new SegmentIndex(nextSegmentId, view.routing().partitionCount()));
    }
}
