package dev.bailiwick.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;

/// Puts new segments of a shard in the place of finished ones. The manifest decides: before it names the new one that counts for
/// nothing, and afterwards the index is brought to it, by this process or the next. Only then the files of the old ones go, when
/// nobody reads them any more.
///
/// The newest segment in the index stays, since the index says by it how far it goes. One replacement at a time.
final class SegmentReplacer {
    /// What one rewriting may take in memory, in shares of a segment.
    private static final int MEMORY_SHARES = 4;
    private static final long MAX_BYTES = 1L << 30;
    private static final int MAX_SOURCES = 64;
    private static final int ZEROS = 1 << 20;
    private static final long RETRY_NS = 200_000_000;

    private final ShardDirectory files;
    private final Shard shard;
    private final long segmentMemoryBytes;
    private final BooleanSupplier stopping;
    private final ReentrantLock turn = new ReentrantLock();

    /// @param segmentMemoryBytes what one segment may take in memory
    /// @param stopping whether the store is being closed
    SegmentReplacer(ShardDirectory files, Shard shard, long segmentMemoryBytes, BooleanSupplier stopping) {
        this.files = files;
        this.shard = shard;
        this.segmentMemoryBytes = segmentMemoryBytes;
        this.stopping = stopping;
    }

    /// What was replaced by what.
    ///
    /// @param segments how many became one
    /// @param bytesBefore of the files
    record Replaced(int segments, long bytesBefore, long bytesAfter, long droppedEvents, long erasedEvents) {}

    /// How the old files go.
    enum Disposal {
        DELETE,
        /// Overwritten before, so that nothing can be read from the disk's free blocks either, as far as file system and disk let that
        /// be done. What backups share is theirs.
        SHRED
    }

    Shard shard() {
        return shard;
    }

    ShardDirectory files() {
        return files;
    }

    /// Keeps all others from replacing segments of the shard until [#end].
    void begin() {
        turn.lock();
    }

    void end() {
        turn.unlock();
    }

    /// The segments of the log, and how many of the first may be replaced.
    record Candidates(List<Manifest.Entry> segments, int count) {
        Manifest.Entry segment(int i) {
            return segments.get(i);
        }

        Manifest.Entry next(int i) {
            return segments.get(i + 1);
        }
    }

    Candidates candidates() throws IOException {
        return shard.send((log, memory) -> {
            var all = log.segments();
            var inMemory = Arrays.stream(memory.view().segments()).map(SegmentIndex::segmentId).toList();
            int indexed = (int) all.stream().filter(entry -> !inMemory.contains(entry.segmentId())).count();
            return new Candidates(all, Math.max(0, indexed - 1));
        });
    }

    /// Writes one segment or several that follow each other anew, as many of them as fit.
    ///
    /// @param from the first of them
    /// @param most how many at the most
    /// @param fates made for the first bucket of commands that are remembered
    Replaced replace(Candidates candidates, int from, int most, LongFunction<Rewriting.Fates> fates,
            Rewriting.Effort effort, Disposal disposal) throws IOException {
        long id = shard.send((log, memory) -> log.newSegmentId());
        long firstBucket = shard.send((log, memory) -> memory.firstCommandBucket());
        var replaced = new ArrayList<Manifest.Entry>();
        Rewriting.Result result;
        try (var rewriting = new Rewriting(files, id, fates.apply(firstBucket), effort)) {
            long bytes = 0;
            int records = 0;
            do {
                int i = from + replaced.size();
                int before = rewriting.records();
                rewriting.read(candidates.segment(i), candidates.next(i));
                replaced.add(candidates.segment(i));
                bytes += candidates.segment(i).footerLocation().end();
                records = Math.max(records, rewriting.records() - before);
            } while (replaced.size() < Math.min(most, MAX_SOURCES)
                    && bytes + candidates.segment(from + replaced.size()).footerLocation().end() < MAX_BYTES
                    && rewriting.memoryBytes() < (MEMORY_SHARES - 1) * segmentMemoryBytes
                    && rewriting.hasRoomFor(2 * records));
            checkRoom(bytes);
            result = rewriting.write();
            shard.send((log, memory) -> {
                log.replace(result.packed().entry());
                return true;
            });
        } catch (IOException | RuntimeException e) {
            discard(id);
            throw e;
        }
        bringIndexTo(result.packed());
        return new Replaced(replaced.size(), dispose(replaced, disposal), result.bytes(), result.droppedEvents(),
                result.erasedEvents());
    }

    private void checkRoom(long bytes) throws IOException {
        if (files.disk().freeBytes(files.path()) < 2 * bytes) {
            throw new NoRoomException("less than " + 2 * bytes + " bytes are free");
        }
    }

    /// Until this is done the index leads to the old segments, which are still there. What fails is tried again; if the store is
    /// closed meanwhile, it is done when it is opened next.
    private void bringIndexTo(PackedIndex packed) throws IOException {
        while (true) {
            try {
                shard.view().sealed().replace(packed, new Pace(stopping));
                return;
            } catch (SealedIndex.ClosedIndexException e) {
                throw e;
            } catch (IOException e) {
                if (stopping.getAsBoolean()) {
                    throw e;
                }
                LockSupport.parkNanos(RETRY_NS);
            }
        }
    }

    /// Returns how many bytes the files had.
    private long dispose(List<Manifest.Entry> old, Disposal disposal) throws IOException {
        shard.reader().retire(old.stream().map(Manifest.Entry::segmentId).toList());
        long bytes = 0;
        for (var entry : old) {
            var path = Segment.pathOf(files.path(), entry.segmentId());
            try (var file = files.disk().open(path)) {
                bytes += file.size();
                if (disposal == Disposal.SHRED && !files.disk().isShared(path)) {
                    shred(file);
                }
            }
            files.disk().delete(path);
        }
        files.disk().syncDirectory(files.path());
        return bytes;
    }

    private static void shred(DiskFile file) throws IOException {
        var zeros = ByteBuffer.allocateDirect(ZEROS);
        for (long at = 0; at < file.size(); at += ZEROS) {
            file.write(zeros.clear().limit((int) Math.min(ZEROS, file.size() - at)), at);
        }
        file.flush();
    }

    /// Removes what was written of a segment that the manifest does not name. If that is in doubt, the shard has stopped, and the
    /// next to open the store knows.
    private void discard(long id) {
        try {
            var named = shard.send((log, memory) -> log.segmentIds().contains(id));
            var path = Segment.pathOf(files.path(), id);
            if (!named && files.disk().exists(path)) {
                files.disk().delete(path);
            }
        } catch (IOException | RuntimeException e) {
            // deleted when the store is opened next
        }
    }
}
