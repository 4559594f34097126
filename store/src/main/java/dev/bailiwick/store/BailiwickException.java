package dev.bailiwick.store;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// Every failure that a caller of the store can meet. Subclasses have accessors for what a program needs; [#fields] is the same
/// for logs and for the wire.
public abstract class BailiwickException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient ErrorCode code;
    private final transient Map<String, Object> fields;

    /// @param sentence what happened and what to do, without the number and name
    /// @param fields names and values, in order
    protected BailiwickException(ErrorCode code, String sentence, Map<String, ?> fields) {
        super(code.number() + " " + code.name() + ": " + sentence);
        this.code = code;
        this.fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    public final ErrorCode code() {
        return code;
    }

    public final Map<String, Object> fields() {
        return fields;
    }
}
