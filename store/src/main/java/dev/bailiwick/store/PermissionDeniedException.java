package dev.bailiwick.store;

import java.util.Map;

/// 10001: the caller lacks a right. It says the same whether or not what the request named exists.
public final class PermissionDeniedException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final String right;
    private final String where;

    /// @param where for what the right would be needed, in words of the request
    public PermissionDeniedException(String right, String where) {
        super(ErrorCode.PERMISSION_DENIED, "this takes the right " + right + " for " + where
                + ", which these credentials do not have; ask whoever hands out the keys of this server",
                Map.of("right", right, "where", where));
        this.right = right;
        this.where = where;
    }

    /// The right that is missing, such as `READ`.
    public String right() {
        return right;
    }

    /// Where it is missing: an org that the request named, or all orgs.
    public String where() {
        return where;
    }
}
