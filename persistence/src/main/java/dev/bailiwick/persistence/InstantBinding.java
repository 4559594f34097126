package dev.bailiwick.persistence;

import java.io.Serial;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jooq.BindingGetResultSetContext;
import org.jooq.BindingSQLContext;
import org.jooq.BindingSetStatementContext;
import org.jooq.Converter;
import org.jooq.SQLDialect;
import org.jooq.Scope;
import org.jooq.impl.AbstractBinding;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// An [Instant] in every database: `timestamp with time zone` in PostgreSQL and H2, `datetime(6)` in UTC in MariaDB, whose `timestamp` ends
/// in the year 2038 and follows the time zone of the connection. All of them keep microseconds. Use it as the forced type of such
/// columns, and one set of tables serves all three.
public final class InstantBinding extends AbstractBinding<OffsetDateTime, Instant> {
    @Serial
    private static final long serialVersionUID = 1;

    public InstantBinding() {
    }

    @Override
    public Converter<OffsetDateTime, Instant> converter() {
        return Converter.ofNullable(OffsetDateTime.class, Instant.class, OffsetDateTime::toInstant,
                instant -> instant.atOffset(ZoneOffset.UTC));
    }

    @Override
    protected void sqlInline(BindingSQLContext<Instant> context) throws SQLException {
        var value = context.value();
        if (value == null) {
            context.render().visit(DSL.inline((Object) null));
        } else if (isMariaDb(context)) {
            context.render().visit(DSL.inline(LocalDateTime.ofInstant(value, ZoneOffset.UTC)));
        } else {
            context.render().visit(DSL.inline(value.atOffset(ZoneOffset.UTC)));
        }
    }

    @Override
    public void set(BindingSetStatementContext<Instant> context) throws SQLException {
        context.statement().setObject(context.index(), stored(context, context.value()));
    }

    @Override
    public void get(BindingGetResultSetContext<Instant> context) throws SQLException {
        var results = context.resultSet();
        if (isMariaDb(context)) {
            var value = results.getObject(context.index(), LocalDateTime.class);
            context.value(value == null ? null : value.toInstant(ZoneOffset.UTC));
        } else {
            var value = results.getObject(context.index(), OffsetDateTime.class);
            context.value(value == null ? null : value.toInstant());
        }
    }

    static @Nullable Object stored(SQLDialect dialect, @Nullable Instant value) {
        if (value == null) {
            return null;
        }
        return dialect == SQLDialect.MARIADB
                ? LocalDateTime.ofInstant(value, ZoneOffset.UTC)
                : value.atOffset(ZoneOffset.UTC);
    }

    private static @Nullable Object stored(Scope scope, @Nullable Instant value) {
        return stored(scope.dialect().family(), value);
    }

    private static boolean isMariaDb(Scope scope) {
        return scope.dialect().family() == SQLDialect.MARIADB;
    }
}
