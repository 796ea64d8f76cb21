package traceglass.sql.pipes;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.Keywords;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// The condition of a WHERE stage. Its column names are replaced by the names in the query, except in subqueries.
final class PipeCondition {

    private PipeCondition() {}

    /// @param used receives the numbers of the columns it reads
    static List<Token> resolve(List<Token> condition, PipeScope scope, Set<Integer> used) throws SqlSyntaxException {
        int[] matchingBracket = SqlTokens.brackets(condition);
        List<Token> out = new ArrayList<>();
        for (int i = 0; i < condition.size(); i++) {
            Token t = condition.get(i);
            Token next = i + 1 < condition.size() ? condition.get(i + 1) : null;
            if (t.isOperator("(") && next != null && next.isAny("SELECT", "WITH", "VALUES")) {
                out.addAll(condition.subList(i, matchingBracket[i] + 1));
                i = matchingBracket[i];
                continue;
            }
            int type = typeEnd(condition, matchingBracket, i);
            if (type > i) {
                out.addAll(condition.subList(i, type));
                i = type - 1;
                continue;
            }
            if (next != null && next.isOperator(".") && t.isName() && i + 2 < condition.size()) {
                out.add(column(scope.resolve(t, condition.get(i + 2)), t, used));
                i += 2;
                continue;
            }
            PipeColumn column = isColumn(t, next) ? find(t, scope) : null;
            out.add(column == null ? t : column(column, t, used));
        }
        return out;
    }

    /// Returns the end of the type or collation that a word or operator introduces, which contains no columns; the
    /// position itself if it introduces none.
    private static int typeEnd(List<Token> condition, int[] matchingBracket, int position) {
        Token t = condition.get(position);
        if (t.is("COLLATE") || t.isOperator("::")) {
            return Math.min(position + 2, condition.size());
        }
        int end = position;
        if (t.is("AS")) {
            while (end < condition.size() && !condition.get(end).closes()) {
                end = Math.max(end, matchingBracket[end]) + 1;
            }
        }
        return end;
    }

    private static boolean isColumn(Token t, @Nullable Token next) {
        return t.isName() && (next == null || !next.isOperator("("));
    }

    private static @Nullable PipeColumn find(Token t, PipeScope scope) throws SqlSyntaxException {
        boolean isSyntax = t.kind() == Token.Kind.WORD
                && (Keywords.isInfix(t.text())
                        || Keywords.isValue(t.text())
                        || Keywords.isReserved(t.text())
                        || t.isAny(
                                "ESCAPE", "CAST", "INT", "INTEGER", "LONG", "BIGINT", "TEXT", "STRING", "DOUBLE",
                                "REAL"));
        boolean isString = t.text().startsWith("\"");
        return (isSyntax || isString) && scope.find(t.value()) == null ? null : scope.resolve(null, t);
    }

    private static Token column(PipeColumn column, Token location, Set<Integer> used) {
        used.add(column.id());
        return new Token(
                Token.Kind.WORD,
                column.sql(),
                location.source(),
                location.start(),
                location.origin(),
                location.hasSpaceBefore());
    }
}
