package traceglass.sql.operators;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import traceglass.sql.parse.SqlParser;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.TableSource;
import traceglass.sql.tree.TreeRewriter;

/// Sources of FROM that are called and are no functions of DuckDB.
///
/// Tables may be called without arguments: `FROM t()` is `FROM t`. The parentheses are removed before any rule is
/// applied, so that all rules see a table, with the types of its columns and the order of its rows. Table functions
/// with public names become operators.
public final class CalledTables {

    /// Distinguishes tables and views from functions.
    public interface Relations {
        boolean contains(String name) throws SQLException;
    }

    private CalledTables() {}

    /// Returns the statement without the parentheses after names of tables, and with operators for table functions.
    public static List<Token> rewrite(List<Token> statement, Relations relations)
            throws SQLException, SqlSyntaxException {
        if (!hasCall(statement, relations)) {
            return statement;
        }
        Calls calls = new Calls();
        try {
            calls.statement(SqlParser.statement(statement));
        } catch (SqlSyntaxException e) {
            // Running the statement reports the error.
            return statement;
        }
        List<Token> out = new ArrayList<>(statement);
        for (TableSource.Function call : calls.found.reversed()) {
            SqlName name = call.call().name();
            if (TableFunctions.isLayout(name.text())) {
                // Calls in the arguments have been rewritten before.
                int end = SqlTokens.brackets(out)[name.span().end()] + 1;
                List<Token> byRow = TableFunctions.layoutByRow(
                        out.get(name.span().start()),
                        out.subList(name.span().end() + 1, end - 1),
                        InlinedFunctions.areConstant(call.call().arguments()));
                if (byRow != null) {
                    out.subList(name.span().start(), end).clear();
                    out.addAll(name.span().start(), byRow);
                    continue;
                }
            }
            if (OperatorEntry.isFunction(name.text())) {
                int position = name.span().start();
                Token t = out.get(position);
                out.set(
                        position,
                        new Token(
                                Token.Kind.WORD,
                                Operators.PREFIX + t.text().toLowerCase(Locale.ROOT),
                                t.source(),
                                t.start(),
                                t.origin(),
                                t.hasSpaceBefore()));
            } else if (call.call().arguments().size() == 0 && relations.contains(name.text())) {
                out.subList(name.span().end(), call.call().span().end()).clear();
            }
        }
        return out;
    }

    /// Returns whether such a name is called somewhere: most statements need not be parsed for this.
    private static boolean hasCall(List<Token> statement, Relations relations) throws SQLException {
        for (int i = 0; i + 2 < statement.size(); i++) {
            Token name = statement.get(i);
            boolean isCalled =
                    name.kind() == Token.Kind.WORD && statement.get(i + 1).isOperator("(");
            boolean isFound = isCalled
                    && (OperatorEntry.isFunction(name.text())
                            || statement.get(i + 2).isOperator(")") && relations.contains(name.text()));
            if (isFound) {
                return true;
            }
        }
        return false;
    }

    /// Finds the sources of FROM that are called, in their order.
    private static final class Calls extends TreeRewriter {
        private final List<TableSource.Function> found = new ArrayList<>();

        @Override
        public TableSource function(TableSource.Function f) {
            boolean isPlain =
                    f.call().path().size() == 1 && f.call().name().form() == SqlName.Form.PLAIN && !f.hasOrdinality();
            if (isPlain) {
                found.add(f);
            }
            return super.function(f);
        }
    }
}
