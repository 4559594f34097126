package dev.bailiwick.engine;

import java.util.SortedMap;
import java.util.TreeMap;

/// What a shard's thread counts.
enum ShardCount {
    APPENDS("appends", "", "appends that were written"), //
    EVENTS("events", "", "events that were written"), //
    BYTES("written", "bytes", "bytes of the log that were written"), //
    TRIMS("trims", "", "trims that were written"), //
    DELETES("deletes", "", "deletes that were written"), //
    DUPLICATES("duplicates", "", "commands that had been executed before"), //
    CONFLICTS("conflicts", "", "requests whose expectation did not hold"), //
    REFUSALS("refusals", "", "requests that a shard refused for another reason"), //
    HEADS_CACHED("cache"), //
    HEADS_IN_SEGMENTS("segments"), //
    HEADS_BY_INDEX("index"), //
    HEADS_FROM_DISK("disk");

    private final String title;
    private final String unit;
    private final String description;
    private final String source;

    ShardCount(String title, String unit, String description) {
        this.title = title;
        this.unit = unit;
        this.description = description;
        this.source = "";
    }

    /// @param source where heads were found
    ShardCount(String source) {
        this.title = "heads";
        this.unit = "";
        this.description = "heads of aggregates that were looked up, by where they were found";
        this.source = source;
    }

    /// @param shard which one counts
    Metric.Series series(SortedMap<String, String> shard) {
        var tags = new TreeMap<>(shard);
        if (!source.isEmpty()) {
            tags.put("source", source);
        }
        return new Metric.Series(ShardMetrics.PREFIX + title, unit, description, tags);
    }
}
