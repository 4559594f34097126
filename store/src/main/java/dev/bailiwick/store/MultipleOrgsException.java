package dev.bailiwick.store;

import java.util.Map;
import java.util.UUID;

/// 9002: a request spans orgs.
public final class MultipleOrgsException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final transient UUID firstOrg;
    private final transient UUID otherOrg;

    public MultipleOrgsException(UUID firstOrg, UUID otherOrg) {
        super(ErrorCode.MULTIPLE_ORGS,
                "a request stays within one org, and this one names " + firstOrg + " and " + otherOrg,
                Map.of("firstOrg", firstOrg, "otherOrg", otherOrg));
        this.firstOrg = firstOrg;
        this.otherOrg = otherOrg;
    }

    public UUID firstOrg() {
        return firstOrg;
    }

    public UUID otherOrg() {
        return otherOrg;
    }
}
