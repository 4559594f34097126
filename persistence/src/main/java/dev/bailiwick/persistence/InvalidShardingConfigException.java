package dev.bailiwick.persistence;

import java.util.List;

/// A configuration with which no registry can be opened. Names everything that is wrong with it and where, not only the first.
public final class InvalidShardingConfigException extends PersistenceException {
    private static final long serialVersionUID = 1;

    private final transient List<String> problems;

    InvalidShardingConfigException(List<String> problems) {
        super(PersistenceError.INVALID_CONFIG, "the configuration cannot be used: " + String.join("; ", problems));
        this.problems = List.copyOf(problems);
    }

    public List<String> problems() {
        return problems;
    }
}
