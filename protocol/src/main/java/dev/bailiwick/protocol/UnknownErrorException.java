package dev.bailiwick.protocol;

import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.ErrorCode;
import java.util.Map;

/// An error of a newer server that this version has no class for. Its code and fields are as the server gave them.
public final class UnknownErrorException extends BailiwickException {
    private static final long serialVersionUID = 1;

    UnknownErrorException(ErrorCode code, String sentence, Map<String, ?> fields) {
        super(code, sentence, fields);
    }
}
