package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.util.Arrays;
import java.util.List;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.impl.DSL;

/// The events that move with a shard: those of some kinds of models whose ids name it.
record HomeEvents(ShardIdentifier shard, List<String> modelTypes) {
    HomeEvents {
        modelTypes = List.copyOf(modelTypes);
    }

    /// @param text as a table has it
    static HomeEvents parse(ShardIdentifier shard, String text) {
        return new HomeEvents(shard, text.isEmpty() ? List.of() : Arrays.asList(text.split(" ")));
    }

    String text() {
        return String.join(" ", modelTypes);
    }

    boolean has(EventDraft.Stream stream) {
        return modelTypes.contains(stream.modelType()) && HomePattern.isIn(stream.modelId(), shard);
    }

    Condition areThese(Field<String> modelType, Field<String> modelId) {
        return modelType.in(modelTypes.stream().map(DSL::inline).toList())
                .and(HomePattern.matchesText(modelId, shard));
    }
}
