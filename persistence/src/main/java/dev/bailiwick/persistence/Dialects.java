package dev.bailiwick.persistence;

import java.util.Locale;
import org.jooq.SQLDialect;
import org.jooq.conf.RenderQuotedNames;
import org.jooq.conf.Settings;

/// What differs between the databases, and what is made the same.
final class Dialects {
    private Dialects() {
    }

    /// @throws IllegalArgumentException where the URL is of a database that is not supported
    static SQLDialect ofUrl(String jdbcUrl) {
        if (jdbcUrl.startsWith("jdbc:postgresql:")) {
            return SQLDialect.POSTGRES;
        } else if (jdbcUrl.startsWith("jdbc:mariadb:")) {
            return SQLDialect.MARIADB;
        } else if (jdbcUrl.startsWith("jdbc:h2:")) {
            return SQLDialect.H2;
        }
        throw new IllegalArgumentException("jdbc-url begins with jdbc:postgresql:, jdbc:mariadb: or jdbc:h2:, not '"
                + DataSourceConfig.shown(jdbcUrl) + "'");
    }

    /// The folder of scripts: postgresql, mariadb or h2.
    static String folder(SQLDialect dialect) {
        return dialect == SQLDialect.POSTGRES ? "postgresql" : dialect.name().toLowerCase(Locale.ROOT);
    }

    /// Whether a database has schemas inside. MariaDB has none: there, a schema is another database of the server, which other
    /// shards may share.
    static boolean hasSchemas(SQLDialect dialect) {
        return dialect != SQLDialect.MARIADB;
    }

    /// A table of the framework.
    static String frameworkTable(SQLDialect dialect, String name) {
        return "eventlog" + (hasSchemas(dialect) ? "." : "_") + name;
    }

    /// Names are not quoted, so that each database folds their case as it does in scripts. Lists of ids are padded, so that
    /// few different statements reach the database. Records are not attached: they are only carriers between rows and models.
    static Settings settings() {
        return new Settings().withRenderQuotedNames(RenderQuotedNames.EXPLICIT_DEFAULT_UNQUOTED)
                .withInListPadding(true).withInListPadBase(4).withExecuteLogging(false)
                .withAttachRecords(false);
    }
}
