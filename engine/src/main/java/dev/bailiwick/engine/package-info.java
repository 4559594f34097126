/// The embedded engine, from the disk upwards.
///
/// 1. [Disk] and [DiskFile] are the only way to the disk, so that a test can put a faulty one in their place.
/// 2. [Frames] turns one decided request into bytes and back. A frame either parses whole or not at all.
/// 3. [Segment] is one pre-written file of frames; [SegmentScan] reads one after a crash and tells an unfinished tail from damage.
/// 4. [Manifest] names the segments that count.
/// 5. [ShardLog] puts them together: stage frames, then one write and one flush for all of them.
/// 6. [Decision] is what a frame says; [Decisions] are its bytes.
/// 7. [Shard] is the one thread that writes: it decides by its [ShardState], logs, and shows readers the [ShardIndex].
/// 8. [Engine] finds the shard of a request and lets it decide.
///
/// Nothing shows what is not durable: readers see the index, which is written after the flush, and every answer waits for it.
/// The index is in memory and rebuilt from the whole log when a store is opened.
@NullMarked
package dev.bailiwick.engine;

import org.jspecify.annotations.NullMarked;
