package traceglass.sql.queries;

import java.util.ArrayList;
import java.util.List;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.SqlStatement;
import traceglass.sql.tree.TableSource;
import traceglass.sql.tree.TreeRewriter;

/// The column of `generate_series` is named `value`; in DuckDB it has the name of the function. A statement that uses
/// that name as a column is assumed to mean DuckDB's function. The name of the function can qualify its column.
final class SeriesColumns extends TreeRewriter {
    static final String SERIES = "generate_series";
    private static final String COLUMN = "value";

    private final List<TableSource.Function> found = new ArrayList<>();
    private boolean hasName;

    private SeriesColumns() {}

    /// Names the columns of the calls of the function in a statement.
    static void apply(SqlStatement statement, EditableStatement editable) {
        if (!isNamed(editable.tokens)) {
            return;
        }
        SeriesColumns finder = new SeriesColumns();
        finder.statement(statement);
        String columns = finder.hasName ? "" : "(" + COLUMN + ")";
        finder.found.forEach(call -> name(call, columns, editable));
    }

    private static void name(TableSource.Function call, String columns, EditableStatement editable) {
        boolean isPlain = call.sample() == null
                && !call.hasOrdinality()
                && (call.alias() == null || call.alias().columns().isEmpty());
        if (isPlain) {
            String name = call.alias() == null ? " AS " + SERIES : "";
            // Wrap the call, because the condition of a join may follow it.
            editable.edits.wrap(call.call().span().start(), call.span().end(), "", name + columns);
        }
    }

    private static boolean isNamed(List<Token> statement) {
        for (Token t : statement) {
            if (t.is(SERIES)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public TableSource function(TableSource.Function f) {
        if (f.call().is(SERIES)) {
            found.add(f);
        }
        return super.function(f);
    }

    @Override
    public Expression column(Expression.Column e) {
        hasName |= e.name().is(SERIES);
        return e;
    }

    @Override
    public Expression call(Expression.Call e) {
        hasName |= e.is(SERIES);
        return super.call(e);
    }
}
