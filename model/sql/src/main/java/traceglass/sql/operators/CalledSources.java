package traceglass.sql.operators;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import traceglass.sql.syntax.Keywords;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// Sources of FROM that are written as calls, in which SQLite allows more than DuckDB: a table may be called without
/// arguments, and the columns of a table function may be qualified with its name.
public final class CalledSources {

    /// Tells tables and views from functions.
    public interface Relations {
        boolean contains(String name) throws SQLException;
    }

    private CalledSources() {}

    /// Returns the statement with `FROM t()` replaced by `FROM t` for a table t, and with `FROM f(x)` by `FROM f(x)
    /// AS f` for a function f whose name qualifies a column.
    public static List<Token> rewrite(List<Token> statement, Relations relations)
            throws SqlSyntaxException, SQLException {
        int[] partner = null;
        List<Token> out = null;
        int taken = 0;
        for (int i = 1; i + 2 < statement.size(); i++) {
            if (statement.get(i).kind() != Token.Kind.WORD
                    || !statement.get(i + 1).isOperator("(")
                    || !statement.get(i - 1).isAny("FROM", "JOIN")) {
                continue;
            }
            partner = partner == null ? SqlTokens.brackets(statement) : partner;
            int close = partner[i + 1];
            Token name = statement.get(i);
            boolean table = close == i + 2 && relations.contains(name.text());
            if (!table && (close < 0 || isNamed(statement, close + 1) || !qualifies(statement, name.text()))) {
                continue;
            }
            out = out == null ? new ArrayList<>() : out;
            out.addAll(statement.subList(taken, table ? i + 1 : close + 1));
            taken = close + 1;
            if (!table) {
                out.addAll(SqlTokens.read(" AS " + name.text(), name.origin()));
            }
        }
        if (out == null) {
            return statement;
        }
        out.addAll(statement.subList(taken, statement.size()));
        return out;
    }

    /// Returns whether an alias follows.
    private static boolean isNamed(List<Token> statement, int behind) {
        return behind < statement.size()
                && (statement.get(behind).is("AS")
                        || statement.get(behind).isName()
                                && !Keywords.continuesFrom(statement.get(behind).text()));
    }

    private static boolean qualifies(List<Token> statement, String name) {
        for (int i = 0; i + 1 < statement.size(); i++) {
            if (statement.get(i).is(name) && statement.get(i + 1).isOperator(".")) {
                return true;
            }
        }
        return false;
    }
}
