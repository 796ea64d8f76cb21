package traceglass.sql.syntax;

import java.util.ArrayList;
import java.util.List;

/// Text of parts of a statement as the user wrote them, for names of columns.
public final class WrittenText {
    private static final String INTERNAL = "tg_";

    private WrittenText() {}

    /// Returns the text of an item of a list, with comments after it, as in SQLite. Parameters are not replaced by
    /// their
    /// values. Macros are expanded, except those that expand to names of internal functions.
    ///
    /// @param statement tokens of the statement
    public static String of(List<Token> statement, int start, int end) {
        boolean hasInternal = false;
        boolean hasParameter = false;
        boolean isOneText = end < statement.size();
        Token first = statement.get(start);
        for (int i = start; i < Math.min(end + 1, statement.size()); i++) {
            Token t = statement.get(i);
            hasInternal |= i < end && t.from() != null && t.text().startsWith(INTERNAL);
            hasParameter |= i < end && t.parameter() != null;
            isOneText &= t.source() == first.source() && t.from() == first.from();
        }
        if (hasInternal) {
            try {
                String unexpanded = unexpanded(statement, start, end);
                if (!unexpanded.isEmpty()) {
                    return unexpanded;
                }
            } catch (SqlSyntaxException e) {
                // The text is not valid SQL on its own, so the expanded text is used.
            }
        }
        int next = isOneText ? statement.get(end).start() : 0;
        boolean isWithin = next >= statement.get(end - 1).end();
        if (hasParameter) {
            return withParameters(
                    statement.subList(start, end),
                    isWithin ? next : statement.get(end - 1).end());
        }
        return isWithin
                ? first.source().substring(first.start(), next).strip()
                : SqlTokens.sourceText(statement.subList(start, end));
    }

    /// Returns the text of an item with parameters instead of their values.
    ///
    /// @param next end of the item in the source of its tokens
    private static String withParameters(List<Token> item, int next) {
        StringBuilder out = new StringBuilder();
        List<Token> written = new ArrayList<>();
        int done = item.getFirst().start();
        boolean isOneText = true;
        Token last = null;
        for (Token t : item) {
            isOneText &= last == null || t.source() == last.source() && t.from() == last.from() && t.start() >= done;
            boolean isSame = last != null && t.parameter() != null && t.parameter() == last.parameter();
            if (!isSame) {
                written.add(t.parameter() == null ? t : t.asParameter());
                out.append(isOneText ? t.source().substring(done, t.start()) : "");
                out.append(written.getLast().text());
            }
            done = t.end();
            last = t;
        }
        return isOneText && done <= next && next <= last.source().length()
                ? out.append(last.source(), done, next).toString().strip()
                : SqlTokens.text(written);
    }

    /// Returns the text of an item with its calls of macros; an empty text if the list is part of a macro too.
    private static String unexpanded(List<Token> statement, int start, int end) throws SqlSyntaxException {
        Token before = start > 0 ? statement.get(start - 1) : null;
        Token after = end < statement.size() ? statement.get(end) : null;
        boolean isInMacro = before == null
                || before.from() != null
                || after != null && (after.from() != null || after.source() != before.source());
        if (isInMacro) {
            return "";
        }
        String source = before.source();
        int to = after == null ? end(statement.subList(start, end), source) : after.start();
        if (to <= before.end()) {
            return "";
        }
        List<Token> written = SqlTokens.read(source.substring(before.end(), to));
        return written.isEmpty()
                ? ""
                : source.substring(before.end() + written.getFirst().start(), to)
                        .strip();
    }

    /// Returns the end of the last token or call of a macro in a text.
    private static int end(List<Token> tokens, String source) throws SqlSyntaxException {
        int end = 0;
        Token lastCall = null;
        for (Token t : tokens) {
            Token call = outermostCall(t);
            if (t.source() == source && t.from() == null) {
                end = Math.max(end, t.end());
            } else if (call != null && call != lastCall && call.source() == source) {
                List<Token> rest = SqlTokens.read(source.substring(call.start()));
                int close = Macros.closingBracket(rest, 2);
                end = Math.max(end, call.start() + rest.get(close).end());
                lastCall = call;
            }
        }
        return end;
    }

    private static Token outermostCall(Token t) {
        Token call = t.from();
        while (call != null && call.from() != null) {
            call = call.from();
        }
        return call;
    }
}
