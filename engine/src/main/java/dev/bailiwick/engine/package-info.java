/// The embedded engine, from the disk upwards.
///
/// 1. [Disk] and [DiskFile] are the only way to the disk, so that a test can put a faulty one in their place.
/// 2. [Frames] turns one decided request into bytes and back. A frame either parses whole or not at all.
/// 3. [Segment] is one pre-written file of frames; [SegmentScan] reads one after a crash and tells an unfinished tail from damage.
/// 4. [Manifest] names the segments that count.
/// 5. [ShardLog] puts them together: stage frames, then one write and one flush for all of them.
///
/// What is above it, the shard's thread, its index and the store itself, is not written yet.
@NullMarked
package dev.bailiwick.engine;

import org.jspecify.annotations.NullMarked;
