package traceglass.sql.operators;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import traceglass.sql.syntax.Token;

/// Tables that are called without arguments: `FROM t()` is `FROM t`. The call is removed before the statement is
/// parsed, so that all rules see a table, with the types of its columns and the order of its rows.
public final class CalledTables {

    /// Distinguishes tables and views from functions.
    public interface Relations {
        boolean contains(String name) throws SQLException;
    }

    private CalledTables() {}

    /// Returns the statement without the brackets after names of tables.
    public static List<Token> rewrite(List<Token> statement, Relations relations) throws SQLException {
        List<Token> out = null;
        for (int i = 0; i < statement.size(); i++) {
            if (isCall(statement, i) && relations.contains(statement.get(i).text())) {
                if (out == null) {
                    out = new ArrayList<>(statement.subList(0, i));
                }
                out.add(statement.get(i));
                i += 2;
            } else if (out != null) {
                out.add(statement.get(i));
            }
        }
        return out == null ? statement : out;
    }

    /// Returns whether a source of FROM is called without arguments.
    private static boolean isCall(List<Token> statement, int name) {
        return name > 0
                && name + 2 < statement.size()
                && statement.get(name).kind() == Token.Kind.WORD
                && statement.get(name - 1).isAny("FROM", "JOIN")
                && statement.get(name + 1).isOperator("(")
                && statement.get(name + 2).isOperator(")");
    }
}
