package dev.bailiwick.store;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Every failure that a caller of the store can meet. Subclasses have accessors for what a program needs; [#fields] is the same
/// for logs and for the wire.
public abstract class BailiwickException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient ErrorCode code;
    private final transient SortedMap<String, Object> fields;

    /// An exception whose message begins with the number and name of its code.
    ///
    /// @param sentence what happened and what to do
    protected BailiwickException(ErrorCode code, String sentence, Map<String, ?> fields) {
        super(code.number() + " " + code.name() + ": " + sentence);
        this.code = code;
        this.fields = Collections.unmodifiableSortedMap(new TreeMap<>(fields));
    }

    public final ErrorCode code() {
        return code;
    }

    /// What happened, in names and values.
    public final SortedMap<String, Object> fields() {
        return fields;
    }
}
