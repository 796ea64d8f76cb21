package traceglass.engine;

import java.util.List;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// SQL whose last statement returns rows, divided there.
///
/// @param before the statements before the last one, with everything between them; may be empty
/// @param text the last statement, without semicolons
/// @param isQuery whether it begins with SELECT or WITH, so that it can stand in parentheses after FROM
public record LastStatement(String before, String text, boolean isQuery) {

    /// Finds the last statement.
    ///
    /// @throws EngineException if there is none, or a text or comment has no end
    public static LastStatement of(String sql) {
        try {
            List<List<Token>> statements = SqlTokens.statements(SqlTokens.read(sql));
            if (statements.isEmpty()) {
                throw new EngineException("There is no statement", null);
            }
            List<Token> last = statements.getLast();
            int start = last.getFirst().start();
            return new LastStatement(
                    sql.substring(0, start),
                    sql.substring(start, last.getLast().end()),
                    last.getFirst().isAny("SELECT", "WITH"));
        } catch (SqlSyntaxException e) {
            throw new EngineException(e.getMessage(), e);
        }
    }
}
