/// The embedded engine, from the disk upwards.
///
/// 1. [Disk] and [DiskFile] are the way to the disk for all that is the truth, so that a test can put a faulty one in their place.
/// 2. [Frames] turns one decided request into bytes and back. A frame either parses whole or not at all.
/// 3. [Segment] is one pre-written file of frames; [SegmentScan] reads one after a crash and tells an unfinished tail from damage.
/// 4. [Manifest] names the segments that count.
/// 5. [ShardLog] puts them together: stage frames, then one write and one flush for all of them.
/// 6. [Decision] is what a frame says; [Decisions] are its bytes.
/// 7. [SegmentIndex] holds what a segment says in memory until [Indexer] has made it part of [SealedIndex], which RocksDB keeps on
///    disk. Nothing in an index is the only copy of anything.
/// 8. [Shard] is the one thread that writes: it decides by its [ShardState], logs, and shows readers the [ShardView]. What is not in
///    memory [Lookup] has loaded, while the rest goes on.
/// 9. [Engine] finds the shard of a request and lets it decide; [ShardOpening] brings a shard back from its log.
///
/// Nothing shows what is not durable: readers pass over what lies beyond the last flush, and every answer waits for it.
@NullMarked
package dev.bailiwick.engine;

import org.jspecify.annotations.NullMarked;
