package traceglass.sql.operators;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.sql.syntax.Keywords;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// Sources of FROM that are written as calls, in which SQLite allows more than DuckDB: a table may be called without
/// arguments, and the columns of a table function may be qualified with its name.
public final class CalledSources {

    /// Distinguishes tables and views from functions.
    public interface Relations {
        boolean contains(String name) throws SQLException;
    }

    private CalledSources() {}

    /// Returns the statement with `FROM t()` replaced by `FROM t` for a table t, and with `FROM f(x)` by `FROM f(x)
    /// AS f` for a function f whose name qualifies a column.
    public static List<Token> rewrite(List<Token> statement, Relations relations)
            throws SqlSyntaxException, SQLException {
        int[] partner = null;
        BitSet removed = new BitSet();
        Map<Integer, Token> named = new HashMap<>();
        for (int i = 1; i + 2 < statement.size(); i++) {
            if (statement.get(i).kind() != Token.Kind.WORD
                    || !statement.get(i + 1).isOperator("(")
                    || !statement.get(i - 1).isAny("FROM", "JOIN")) {
                continue;
            }
            partner = partner == null ? SqlTokens.brackets(statement) : partner;
            int close = partner[i + 1];
            Token name = statement.get(i);
            if (close == i + 2 && relations.contains(name.text())) {
                removed.set(i + 1, close + 1);
            } else if (close >= 0 && !isNamed(statement, close + 1) && qualifies(statement, name.text())) {
                named.put(close, name);
            }
        }
        return removed.isEmpty() && named.isEmpty() ? statement : write(statement, removed, named);
    }

    /// @param removed positions of the tokens to leave out
    /// @param named names of functions by the positions of the brackets that close their calls
    private static List<Token> write(List<Token> statement, BitSet removed, Map<Integer, Token> named)
            throws SqlSyntaxException {
        List<Token> out = new ArrayList<>();
        for (int i = 0; i < statement.size(); i++) {
            if (!removed.get(i)) {
                out.add(statement.get(i));
            }
            Token name = named.get(i);
            if (name != null) {
                out.addAll(SqlTokens.read(" AS " + name.text(), name.origin()));
            }
        }
        return out;
    }

    /// Returns whether an alias follows.
    private static boolean isNamed(List<Token> statement, int after) {
        return after < statement.size()
                && (statement.get(after).is("AS")
                        || statement.get(after).isName()
                                && !Keywords.continuesFrom(statement.get(after).text()));
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
