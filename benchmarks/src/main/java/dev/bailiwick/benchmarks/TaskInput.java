package dev.bailiwick.benchmarks;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The arguments of a task.
record TaskInput(Map<String, String> arguments) {
    TaskInput {
        arguments = Map.copyOf(arguments);
    }

    /// Reads what [Job#commandLine] wrote, without the task's name.
    static TaskInput parse(List<String> commandLine) {
        var arguments = new HashMap<String, String>();
        for (var argument : commandLine) {
            int equals = argument.indexOf('=');
            arguments.put(argument.substring(0, equals), argument.substring(equals + 1));
        }
        return new TaskInput(arguments);
    }

    String text(String name) {
        var value = arguments.get(name);
        if (value == null) {
            throw new IllegalStateException("the task was given no " + name);
        }
        return value;
    }

    Path path(String name) {
        return Path.of(text(name));
    }

    int number(String name) {
        return Integer.parseInt(text(name));
    }

    int numberOr(String name, int other) {
        return arguments.containsKey(name) ? number(name) : other;
    }

    boolean flag(String name) {
        return Boolean.parseBoolean(arguments.getOrDefault(name, "false"));
    }

    /// Numbers with commas between them.
    List<Integer> numbers(String name) {
        return Arrays.stream(text(name).split(",", -1)).map(Integer::valueOf).toList();
    }

    static String list(List<Integer> numbers) {
        return String.join(",", numbers.stream().map(String::valueOf).toList());
    }
}
