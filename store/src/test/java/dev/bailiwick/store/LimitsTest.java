package dev.bailiwick.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// A limit that changes, changes what callers may rely on: say so here too.
class LimitsTest {

    @Test
    void everyLimitIsWhatItIs() throws IllegalAccessException {
        var pinned = new TreeMap<String, Object>(Map.ofEntries(Map.entry("MAX_PAYLOAD_BYTES", 1_048_576),
                Map.entry("MAX_TYPE_BYTES", 255), Map.entry("MAX_METADATA_ENTRIES", 64),
                Map.entry("MAX_METADATA_BYTES", 16_384), Map.entry("MAX_EVENTS_PER_REQUEST", 4_096),
                Map.entry("MAX_AGGREGATES_PER_REQUEST", 256), Map.entry("MAX_REQUEST_BYTES", 4_194_304),
                Map.entry("DEFAULT_PAGE_EVENTS", 1_000), Map.entry("MAX_PAGE_EVENTS", 10_000),
                Map.entry("DEFAULT_PAGE_BYTES", 4_194_304), Map.entry("MAX_PAGE_BYTES", 16_777_216),
                Map.entry("MAX_PAGE_SCAN", 10_000), Map.entry("DEFAULT_LIST_IDS", 1_000),
                Map.entry("MAX_LIST_IDS", 10_000), Map.entry("MAX_FILTER_VALUES", 64),
                Map.entry("DEFAULT_BATCH_COMMITS", 256), Map.entry("MAX_BATCH_COMMITS", 4_096),
                Map.entry("MAX_POSITION_BYTES", 1_048_576), Map.entry("MAX_REPORTED_PROBLEMS", 1_000)));

        var actual = new TreeMap<String, Object>();
        for (var field : Limits.class.getFields()) {
            assertThat(Modifier.isStatic(field.getModifiers())).as(field.getName()).isTrue();
            actual.put(field.getName(), field.getInt(Limits.class));
        }

        assertThat(actual).isEqualTo(pinned);
    }
}
