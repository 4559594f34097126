package dev.bailiwick.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A task for a worker, with its arguments and the flags of its JVM.
///
/// @param stage what a person is told while it runs
record Job(Task.Name task, String stage, Map<String, String> arguments, List<String> flags) {
    Job {
        arguments = Map.copyOf(arguments);
        flags = List.copyOf(flags);
    }

    static Job of(Task.Name task, String stage) {
        return new Job(task, stage, Map.of(), List.of());
    }

    Job with(String name, Object value) {
        var more = new LinkedHashMap<>(arguments);
        more.put(name, value.toString());
        return new Job(task, stage, more, flags);
    }

    Job flag(String flag) {
        var more = new ArrayList<>(flags);
        more.add(flag);
        return new Job(task, stage, arguments, more);
    }

    /// What [Worker] takes on its command line.
    List<String> commandLine() {
        var line = new ArrayList<String>();
        line.add(task.name());
        arguments.forEach((name, value) -> line.add(name + "=" + value));
        return line;
    }
}
