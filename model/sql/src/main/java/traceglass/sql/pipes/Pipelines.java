package traceglass.sql.pipes;

import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.parse.SqlParser;
import traceglass.sql.result.ResultColumn;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.SqlStatement;

/// Parses a statement whose macros are expanded, and replaces each of its pipelines by the equivalent query.
public final class Pipelines {
    private static final String DISABLED = "Pipelines are not enabled: run PERFETTO PRAGMA pipelines = 1 first";

    private Pipelines() {}

    /// Determines the columns of a query.
    public interface Columns {
        List<ResultColumn> of(List<Token> query) throws SqlProblem, SqlSyntaxException;
    }

    /// Returns the first token that only a pipeline contains; null if there is none.
    private static @Nullable Token firstWord(List<Token> tokens) {
        Token beforeLast = null;
        Token last = null;
        for (Token t : tokens) {
            if (t.isOperator("|>")) {
                return t;
            }
            if (t.is("OF")
                    && last != null
                    && last.is("INTERSECTION")
                    && beforeLast != null
                    && beforeLast.is("INTERVAL")) {
                return beforeLast;
            }
            beforeLast = last;
            last = t;
        }
        return null;
    }

    /// Returns the statement with its pipelines replaced.
    ///
    /// @param areEnabled whether pipelines are allowed here
    public static List<Token> replace(List<Token> tokens, boolean areEnabled, Columns columns)
            throws SqlProblem, SqlSyntaxException {
        Token word = firstWord(tokens);
        if (word == null) {
            return tokens;
        }
        SqlStatement statement;
        try {
            statement = SqlParser.statement(tokens);
        } catch (SqlSyntaxException e) {
            throw areEnabled ? e : new SqlSyntaxException(DISABLED, word);
        }
        PipeFinder finder = new PipeFinder(List.of());
        finder.statement(statement);
        if (finder.found().isEmpty()) {
            throw new SqlSyntaxException("syntax error at \"" + word.text() + "\"", word);
        }
        if (!areEnabled) {
            throw new SqlSyntaxException(
                    DISABLED, PipeScope.token(finder.found().getFirst().pipeline()));
        }
        PipeText text = new PipeText(tokens, columns);
        text.compile(finder);
        return text.tokens(statement);
    }
}
