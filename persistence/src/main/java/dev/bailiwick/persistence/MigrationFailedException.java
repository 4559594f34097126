package dev.bailiwick.persistence;

import java.util.stream.Collectors;

/// Some shards have no tables, or old ones. The report says which; the others are done, and doing it again is harmless.
public final class MigrationFailedException extends PersistenceException {
    private static final long serialVersionUID = 1;

    private final transient MigrationReport report;

    MigrationFailedException(MigrationReport report) {
        super(PersistenceError.MIGRATION_FAILED, report.failed().size() + " of " + report.shards().size()
                + " shards could not be migrated: "
                + report.failed().stream().map(MigrationReport.Entry::toString).collect(Collectors.joining("; ")));
        this.report = report;
    }

    public MigrationReport report() {
        return report;
    }
}
