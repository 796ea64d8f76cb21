package traceglass.sql.parse;

import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;

/// A statement and its syntax tree, which is read once for all attempts to run the statement.
///
/// @param parsed null if the parser does not know its syntax, but DuckDB may
public record ReadStatement(List<Token> tokens, SqlParser.@Nullable Parsed parsed) {

    /// Reads a statement.
    public static ReadStatement of(List<Token> tokens) {
        try {
            return new ReadStatement(tokens, SqlParser.parse(tokens));
        } catch (SqlSyntaxException e) {
            return new ReadStatement(tokens, null);
        }
    }
}
