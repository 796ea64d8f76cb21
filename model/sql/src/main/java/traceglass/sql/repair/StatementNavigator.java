package traceglass.sql.repair;

import java.util.List;
import traceglass.sql.dialect.RetryHints;
import traceglass.sql.dialect.SqlTranslator;
import traceglass.sql.syntax.Keywords;
import traceglass.sql.syntax.QueryStructure;
import traceglass.sql.syntax.Token;

/// A statement that DuckDB rejected, with helpers to find positions in it.
abstract class StatementNavigator {
    final List<Token> tokens;
    final int[] partner;
    final RetryHints hints;

    StatementNavigator(List<Token> tokens, int[] partner, RetryHints hints) {
        this.tokens = tokens;
        this.partner = partner;
        this.hints = hints;
    }

    /// Returns all queries of the statement.
    List<QueryStructure> shapes() {
        return QueryStructure.all(tokens, partner, SqlTranslator.queryStart(tokens, partner));
    }

    /// Returns the innermost SELECT that contains a token.
    QueryStructure.Core coreOf(int at) {
        QueryStructure.Core found = null;
        for (QueryStructure shape : shapes()) {
            for (QueryStructure.Core core : shape.cores) {
                if (core.range.start() <= at
                        && at < core.range.end()
                        && (found == null || core.range.start() >= found.range.start())) {
                    found = core;
                }
            }
        }
        return found;
    }

    boolean opensQuery(int i) {
        return tokens.get(i).isOperator("(") && QueryStructure.startsQuery(tokens, i + 1);
    }

    /// Returns whether a token is in the list or the conditions of a SELECT, as opposed to its sources.
    boolean isInSelect(int at) {
        QueryStructure.Core core = coreOf(at);
        return core == null || core.sources.stream().noneMatch(s -> s.range().start() == at);
    }

    boolean isDotted(int i) {
        return i > 0 && tokens.get(i - 1).isOperator(".")
                || i + 1 < tokens.size() && tokens.get(i + 1).isOperator(".");
    }

    /// Returns the start index of the operand that ends with a token.
    int operandStart(int last) {
        int start = Math.max(last, 0);
        if (tokens.get(start).is("END")) {
            return matchingCase(start, -1);
        }
        if (tokens.get(last).closes()) {
            start = partner[last];
            if (start > 0
                    && tokens.get(start - 1).kind() == Token.Kind.WORD
                    && !Keywords.isInfix(tokens.get(start - 1).text())) {
                start--;
            }
        }
        while (start > 1
                && tokens.get(start - 1).isOperator(".")
                && tokens.get(start - 2).isName()) {
            start -= 2;
        }
        return start;
    }

    int operandEnd(int i) {
        if (tokens.get(i).is("CASE")) {
            return matchingCase(i, 1) + 1;
        }
        int end = i + 1;
        if (partner[i] > i) {
            return partner[i] + 1;
        }
        while (end + 1 < tokens.size()
                && tokens.get(end).isOperator(".")
                && tokens.get(end + 1).isName()) {
            end += 2;
        }
        return end < tokens.size() && tokens.get(end).isOperator("(") ? partner[end] + 1 : end;
    }

    /// Returns the index of the CASE for an END, searching backwards, or of the END for a CASE; the token itself if
    /// there is none.
    private int matchingCase(int at, int direction) {
        int depth = 0;
        for (int i = at; i >= 0 && i < tokens.size(); i += direction) {
            if (tokens.get(i).is("CASE")) {
                depth += direction;
            } else if (tokens.get(i).is("END")) {
                depth -= direction;
            }
            if (depth == 0) {
                return i;
            }
        }
        return at;
    }

    /// Returns the index of the bracket around a token, -1 if there is none.
    int bracketAround(int at) {
        for (int i = at - 1; i >= 0; i--) {
            if (partner[i] > at) {
                return i;
            }
        }
        return -1;
    }
}
