package dev.bailiwick.server;

import java.util.List;

/// A configuration with which no server can be started. Names everything that is wrong with it, not only the first.
public final class InvalidConfigException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<String> problems;

    InvalidConfigException(List<String> problems) {
        super("the configuration cannot be used: " + String.join("; ", problems));
        this.problems = List.copyOf(problems);
    }

    public List<String> problems() {
        return problems;
    }
}
