package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Work that waits for what is being loaded, and work behind it: what concerns one aggregate is decided in the order in which it
/// came. Belongs to the shard's thread.
final class Lines {
    private final Map<AggregateKey, ArrayDeque<Work<?>>> lines = new HashMap<>();
    private final Set<Work<?>> waiting = new LinkedHashSet<>();

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /// Whether work must wait because other work for one of its aggregates does.
    boolean isBehindOthers(Work<?> work) {
        if (lines.isEmpty()) {
            return false;
        }
        for (var key : work.need().keys()) {
            var line = lines.get(key);
            if (line != null && !work.equals(line.peekFirst())) {
                return true;
            }
        }
        return false;
    }

    void join(Work<?> work) {
        if (waiting.add(work)) {
            work.need().keys().forEach(key -> lines.computeIfAbsent(key, k -> new ArrayDeque<>()).add(work));
        }
    }

    /// Takes work out that need not wait any more, and returns what may be next in its lines.
    List<Work<?>> leave(Work<?> work) {
        if (!waiting.remove(work)) {
            return List.of();
        }
        var next = new ArrayList<Work<?>>();
        for (var key : work.need().keys()) {
            var line = lines.get(key);
            if (line != null) {
                line.remove(work);
                if (line.isEmpty()) {
                    lines.remove(key);
                } else {
                    next.add(line.getFirst());
                }
            }
        }
        return next;
    }

    /// Takes all work out.
    List<Work<?>> leaveAll() {
        var all = List.copyOf(waiting);
        waiting.clear();
        lines.clear();
        return all;
    }
}
