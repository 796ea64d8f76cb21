package traceglass.engine.fleet.sql;

import java.util.List;
import traceglass.engine.EngineException;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// SQL text, split before its last statement, which returns the rows.
///
/// @param before all text before the last statement; can be empty
/// @param text the last statement, without semicolons
/// @param isQuery whether it starts with SELECT or WITH, so that it can be used as a subquery in FROM
public record LastStatement(String before, String text, boolean isQuery) {

    /// Finds the last statement.
    ///
    /// @throws EngineException if there is no statement, or a string or comment is not terminated
    public static LastStatement of(String sql) {
        try {
            List<List<Token>> statements = SqlTokens.statements(SqlTokens.read(sql));
            if (statements.isEmpty()) {
                throw new EngineException("The text contains no SQL statement", null);
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
