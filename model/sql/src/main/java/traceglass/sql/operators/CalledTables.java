package traceglass.sql.operators;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import traceglass.sql.parse.ParsedStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.NodeEdits;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.TableSource;
import traceglass.sql.tree.TreeRewriter;

/// Rewrites sources of FROM that are written as calls but are not functions of DuckDB.
///
/// Tables may be called without arguments: `FROM t()` is `FROM t`. The parentheses are removed before any rule is
/// applied, so that all rules see a table, with the types of its columns and the order of its rows. Table
/// functions with public names become operators.
public final class CalledTables {

    /// Distinguishes tables and views from functions.
    public interface Relations {
        boolean contains(String name) throws SQLException;
    }

    private CalledTables() {}

    /// Returns the statement without the parentheses after names of tables, and with operators for table functions.
    public static ParsedStatement rewrite(ParsedStatement statement, Relations relations)
            throws SQLException, SqlSyntaxException {
        // If the parser does not know the syntax, running the statement reports the error.
        if (statement.parsed() == null || !statement.callsSource(name -> true)) {
            return statement;
        }
        NodeEdits edits = new NodeEdits(statement.tokens());
        Calls calls = new Calls();
        calls.statement(statement.tree());
        for (TableSource.Function source : calls.found) {
            Expression.Call call = source.call();
            SqlName name = call.name();
            Token location = first(name);
            List<Token> byRow = TableFunctions.isLayout(name.text())
                    ? TableFunctions.layoutByRow(location, call.arguments(), edits)
                    : null;
            if (byRow != null) {
                edits.replace(call, byRow);
            } else if (OperatorEntry.isFunction(name.text())) {
                edits.replace(name, List.of(operator(location)));
            } else if (call.arguments().size() == 0 && relations.contains(name.text())) {
                edits.replace(call, List.of(location));
            }
        }
        return statement.edited(edits);
    }

    private static Token first(SqlName name) {
        return name.span().tokens().getFirst();
    }

    private static Token operator(Token name) {
        return new Token(
                Token.Kind.WORD,
                Operators.PREFIX + name.text().toLowerCase(Locale.ROOT),
                name.source(),
                name.start(),
                name.origin(),
                name.hasSpaceBefore());
    }

    /// Finds the sources of FROM that are called, those in arguments of others first.
    private static final class Calls extends TreeRewriter {
        private final List<TableSource.Function> found = new ArrayList<>();

        @Override
        public TableSource function(TableSource.Function f) {
            boolean isPlain =
                    f.call().path().size() == 1 && f.call().name().form() == SqlName.Form.PLAIN && !f.hasOrdinality();
            TableSource result = super.function(f);
            if (isPlain) {
                found.add(f);
            }
            return result;
        }
    }
}
