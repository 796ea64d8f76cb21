package traceglass.sql.pipes;

import java.util.ArrayList;
import java.util.List;
import traceglass.sql.result.ResultColumn;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.WithClauses;

/// Finds the pipelines of a statement whose macros are expanded, and replaces each by the equivalent query.
public final class Pipelines {
    private static final String DISABLED = "Pipelines are not enabled: run PERFETTO PRAGMA pipelines = 1 first";

    private Pipelines() {}

    /// Determines the columns of a query.
    public interface Columns {
        List<ResultColumn> of(List<Token> query) throws SqlProblem, SqlSyntaxException;
    }

    /// Returns whether a statement contains a pipeline, or a part of one.
    public static boolean isUsed(List<Token> tokens) {
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).isOperator("|>") || isIntersection(tokens, i)) {
                return true;
            }
        }
        return false;
    }

    static boolean isIntersection(List<Token> tokens, int i) {
        return i + 2 < tokens.size()
                && tokens.get(i).is("INTERVAL")
                && tokens.get(i + 1).is("INTERSECTION")
                && tokens.get(i + 2).is("OF");
    }

    /// Returns the statement with its pipelines replaced: the whole statement, or those in parentheses.
    ///
    /// @param areEnabled whether pipelines are allowed here
    public static List<Token> replace(List<Token> tokens, boolean areEnabled, Columns columns)
            throws SqlProblem, SqlSyntaxException {
        return isUsed(tokens) ? replace(tokens, List.of(), areEnabled, columns) : tokens;
    }

    /// @param outer WITH clauses around the tokens, outermost first
    static List<Token> replace(List<Token> tokens, List<List<Token>> outer, boolean areEnabled, Columns columns)
            throws SqlProblem, SqlSyntaxException {
        if (!isUsed(tokens)) {
            return tokens;
        }
        if (starts(tokens, 0)) {
            check(areEnabled, tokens.getFirst());
            return new PipeCompiler(tokens, outer, columns).compile();
        }
        int[] matchingBracket = SqlTokens.brackets(tokens);
        List<Token> out = new ArrayList<>();
        for (int i = 0; i < tokens.size(); i++) {
            Token t = tokens.get(i);
            if (t.isOperator("|>") || isIntersection(tokens, i)) {
                check(areEnabled, t);
                throw new SqlSyntaxException(
                        t.isOperator("|>")
                                ? "syntax error at \"|>\": a pipeline starts with FROM or INTERVAL INTERSECTION OF; put"
                                        + " a query into parentheses: FROM (SELECT …) |> …"
                                : "syntax error at \"" + t.text()
                                        + "\": a pipeline inside a query must be in parentheses",
                        t);
            }
            out.add(t);
            if (t.isOperator("(") && matchingBracket[i] > i + 1) {
                List<Token> inner = tokens.subList(i + 1, matchingBracket[i]);
                if (isUsed(inner)) {
                    List<List<Token>> with = new ArrayList<>(outer);
                    with.add(WithClauses.around(tokens, matchingBracket, i));
                    out.addAll(replace(inner, with, areEnabled, columns));
                    i = matchingBracket[i] - 1;
                }
            }
        }
        return out;
    }

    private static boolean starts(List<Token> tokens, int position) throws SqlSyntaxException {
        if (isIntersection(tokens, position)) {
            return true;
        }
        if (!tokens.get(position).is("FROM")) {
            return false;
        }
        int[] matchingBracket = SqlTokens.brackets(tokens);
        for (int i = position; i < tokens.size(); i = matchingBracket[i] > i ? matchingBracket[i] + 1 : i + 1) {
            if (tokens.get(i).isOperator("|>")) {
                return true;
            }
        }
        return false;
    }

    private static void check(boolean areEnabled, Token location) throws SqlSyntaxException {
        if (!areEnabled) {
            throw new SqlSyntaxException(DISABLED, location);
        }
    }
}
