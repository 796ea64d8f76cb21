package traceglass.sql.queries;

import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.SqlStatement;

/// `REPLACE INTO` is `INSERT OR REPLACE INTO`.
final class ReplacedRows {

    private ReplacedRows() {}

    static void apply(SqlStatement.Insert insert, EditableStatement statement) {
        Query.With with = insert.with();
        int first = with == null ? insert.span().start() : with.span().end();
        Token verb = statement.tokens.get(first);
        if (verb.is("REPLACE")) {
            statement.edits.replace(first, "INSERT OR REPLACE");
        }
    }
}
