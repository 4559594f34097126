package dev.bailiwick.cli;

import dev.bailiwick.store.AggregateDetails;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.EventStore;

/// Prints what is known about an aggregate, with the place where it lives.
///
/// @param store tells the place
record DetailsForm(EventStore store) {

    void print(Output out, AggregateDetails details, boolean json) {
        var map = store.partitionMap();
        int partition = map.partitionOf(store.routingRule(), details.key());
        var shard = map.shardOf(partition).toString();
        var state = label(details.state());
        if (json) {
            out.line(new JsonWriter().put("key", details.key().toString()).put("version", details.version())
                    .put("firstVersion", details.firstVersion()).put("state", state)
                    .put("lastWriteAt", details.lastWriteAt().toString()).put("partition", partition)
                    .put("shard", shard).toString());
        } else {
            out.line("key             " + details.key());
            out.line("version         " + details.version());
            out.line("first version   " + details.firstVersion()
                    + (details.firstVersion() > details.version() ? " (nothing is readable)" : ""));
            out.line("state           " + state);
            out.line("last write at   " + details.lastWriteAt());
            out.line("partition       " + partition);
            out.line("shard           " + shard);
        }
        out.flush();
    }

    static String label(AggregateState state) {
        return switch (state) {
            case LIVE -> "live";
            case DELETED_RECREATABLE -> "deleted-recreatable";
            case DELETED -> "deleted";
        };
    }
}
