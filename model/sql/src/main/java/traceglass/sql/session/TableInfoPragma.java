package traceglass.sql.session;

import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import traceglass.sql.result.ResultColumn;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// `PRAGMA table_info(name)`, which lists the columns of a table or view as SQLite does.
final class TableInfoPragma {

    /// Returns the columns of a query.
    interface Columns {
        List<ResultColumn> of(List<Token> query) throws SqlProblem, SqlSyntaxException;
    }

    private TableInfoPragma() {}

    /// Returns the name of the table in the pragma; null if it is another statement.
    static @Nullable Token table(List<Token> statement) {
        boolean isCall = statement.size() == 5
                && statement.get(0).is("PRAGMA")
                && statement.get(1).is("table_info")
                && statement.get(2).isOperator("(")
                && statement.get(4).isOperator(")");
        return isCall ? statement.get(3) : null;
    }

    /// Returns the query for the columns.
    static List<Token> query(Token table, Columns columns) throws SqlProblem, SqlSyntaxException {
        StringJoiner rows = new StringJoiner(", ");
        int index = 0;
        for (ResultColumn column : columns.of(
                SqlTokens.read("SELECT * FROM " + Token.quoteName(table.value()) + " LIMIT 0", table.origin()))) {
            rows.add("(" + index++ + ", " + Token.quoteString(column.name()) + ", "
                    + Token.quoteString(type(column.type())) + ", 0, NULL, 0)");
        }
        return SqlTokens.read(
                "SELECT * FROM (VALUES " + rows + ") AS info(cid, name, type, \"notnull\", dflt_value, pk)",
                table.origin());
    }

    private static String type(ResultColumn.Type type) {
        return switch (type) {
            case LONG, BOOLEAN, HUGE -> "INTEGER";
            case DOUBLE -> "REAL";
            case BLOB -> "BLOB";
            case TEXT, OTHER -> "TEXT";
        };
    }
}
