package dev.bailiwick.persistence;

import java.util.List;

/// At most one row should match, and more do, on one shard or on several.
public final class MoreThanOneException extends PersistenceException {
    private static final long serialVersionUID = 1;

    /// @param rows some of those that match, such as `Wallet:0190…`
    MoreThanOneException(List<String> rows) {
        super(PersistenceError.MORE_THAN_ONE, "at most one row should match, and these do, maybe among others: "
                + String.join(", ", rows) + ". Make the condition narrower, or use findAllWhere");
    }
}
