package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LogFilesTest {
    /// The first one was written anew while 51 was prepared.
    private static final List<Manifest.Entry> SEGMENTS = List.of(new Manifest.Entry(52, 1, 512, List.of(48L, 49L)),
            new Manifest.Entry(50, 10, 512), new Manifest.Entry(51, 20, 0));

    private static LogFiles.Listed listed() {
        var entries = new LinkedHashMap<Long, Manifest.Entry>();
        SEGMENTS.forEach(entry -> entries.put(entry.segmentId(), entry));
        return new LogFiles.Listed(entries, 53, Optional.empty());
    }

    private static List<Long> behind(long other) {
        return LongStream.rangeClosed(47, 54).filter(listed().behind(other)).boxed().toList();
    }

    @Test
    void whatComesBehindASegmentIsToldByTheManifestAndElseById() {
        assertThat(behind(52)).containsExactly(50L, 51L, 53L, 54L);
        assertThat(behind(50)).containsExactly(51L, 53L, 54L);
        assertThat(behind(51)).containsExactly(53L, 54L);
        assertThat(behind(0)).as("nothing is indexed").hasSize(8);
    }

    @Test
    void statesAreTakenFromTheManifest() {
        assertThat(LongStream.rangeClosed(50, 54).mapToObj(id -> listed().state(id))).containsExactly(
                SegmentFacts.State.SEALED, SegmentFacts.State.ACTIVE, SegmentFacts.State.SEALED,
                SegmentFacts.State.NEXT, SegmentFacts.State.UNLISTED);
    }
}
