package dev.bailiwick.store;

/// What a compaction did, or has done so far.
///
/// @param looked how many segments were looked at
/// @param replaced how many of them were written anew
/// @param written how many segments that made
/// @param bytesBefore of the files that were replaced
/// @param bytesAfter of those that replaced them
/// @param events that are gone
public record CompactionReport(long looked, long replaced, long written, long bytesBefore, long bytesAfter,
        long events) {
    public static final CompactionReport NOTHING = new CompactionReport(0, 0, 0, 0, 0, 0);

    public CompactionReport plus(CompactionReport other) {
        return new CompactionReport(looked + other.looked, replaced + other.replaced, written + other.written,
                bytesBefore + other.bytesBefore, bytesAfter + other.bytesAfter, events + other.events);
    }
}
