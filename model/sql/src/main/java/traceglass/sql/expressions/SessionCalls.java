package traceglass.sql.expressions;

import java.sql.SQLException;
import traceglass.sql.bind.Catalog;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.dialect.Sources;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.TableSource;

/// Calls of functions that the session has created, which are macros of DuckDB: see `UserFunctions`.
final class SessionCalls {

    private SessionCalls() {}

    /// Calls a function as a value.
    static void translate(Expression.Call call, String name, EditableStatement statement) throws SQLException {
        String form = statement.functions.callName(
                name,
                call.arguments(),
                column -> sourceOf(column, statement),
                (column, qualifier) -> statement.edits.qualify(column.span().start(), qualifier));
        statement.edits.replace(call.span().start(), form);
    }

    /// Calls a function as a source.
    static void translate(TableSource.Function source, EditableStatement statement) throws SQLException {
        String name = source.call().name().text();
        if (statement.functions.isDefined(name)) {
            String form = statement.functions.callName(
                    name, source.call().arguments(), column -> null, (column, qualifier) -> {});
            statement.edits.replace(source.call().span().start(), Token.quoteName(form));
        }
    }

    /// Returns the single source of the SELECT around a call that has a column; null if another might have it too.
    private static String sourceOf(String column, EditableStatement statement) throws SQLException {
        TableSource owner = null;
        for (TableSource source : statement.sources()) {
            Catalog.Relation relation = Sources.relation(source, statement);
            if (relation == null || relation.has(column) && owner != null) {
                return null;
            }
            if (relation.has(column)) {
                owner = source;
            }
        }
        return owner == null ? null : Sources.name(owner);
    }
}
