package dev.bailiwick.persistence;

import java.io.Serial;
import java.sql.SQLException;
import java.util.UUID;
import org.jooq.BindingGetResultSetContext;
import org.jooq.BindingSQLContext;
import org.jooq.BindingSetStatementContext;
import org.jooq.Converter;
import org.jooq.Converters;
import org.jooq.SQLDialect;
import org.jooq.Scope;
import org.jooq.impl.AbstractBinding;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// A [UUID] in every database: the type `uuid` of each. The driver of MariaDB passes it as a text. Use it as the forced type of such columns,
/// and one set of tables serves all three.
public final class UuidBinding extends AbstractBinding<UUID, UUID> {
    @Serial
    private static final long serialVersionUID = 1;

    public UuidBinding() {
    }

    @Override
    public Converter<UUID, UUID> converter() {
        return Converters.identity(UUID.class);
    }

    @Override
    protected void sqlInline(BindingSQLContext<UUID> context) throws SQLException {
        var value = context.value();
        context.render().visit(value == null ? DSL.inline((Object) null) : DSL.inline(value.toString()));
    }

    @Override
    public void set(BindingSetStatementContext<UUID> context) throws SQLException {
        context.statement().setObject(context.index(), stored(context, context.value()));
    }

    @Override
    public void get(BindingGetResultSetContext<UUID> context) throws SQLException {
        context.value(read(context.resultSet().getObject(context.index())));
    }

    static @Nullable Object stored(SQLDialect dialect, @Nullable UUID value) {
        return value != null && dialect == SQLDialect.MARIADB ? value.toString() : value;
    }

    private static @Nullable Object stored(Scope scope, @Nullable UUID value) {
        return stored(scope.dialect().family(), value);
    }

    /// What a driver gave for such a column.
    static @Nullable UUID read(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case UUID uuid -> uuid;
            case String text -> UUID.fromString(text);
            default -> throw new IllegalArgumentException("a " + value.getClass().getName() + " is no UUID");
        };
    }
}
