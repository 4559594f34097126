package dev.bailiwick.engine;

import java.util.List;
import java.util.function.LongUnaryOperator;

/// What a segment that replaced others holds, for the sealed index.
///
/// @param placeOf the packed location of a frame, for what `segment` has instead of one
/// @param anchors from where chains can be verified whose older events are gone
/// @param footerChecksum of the segment's last frame
record PackedIndex(SegmentIndex segment, LongUnaryOperator placeOf, List<Decision.Anchor> anchors,
        Manifest.Entry entry, int footerChecksum) {

    PackedIndex {
        anchors = List.copyOf(anchors);
    }
}
