package traceglass.engine.rpc;

import java.nio.charset.StandardCharsets;
import java.util.List;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// The next statement of an SQL text, for clients that run a text one statement at a time.
///
/// @param sql the text up to the end of the statement, with blanks in place of everything before the statement, so
///     that error positions refer to the whole text; empty if no statement is left
/// @param endOffset number of UTF-8 bytes of the text up to the end of the statement
record StatementCursor(String sql, int endOffset) {

    /// Returns the next statement after a byte offset in the text.
    ///
    /// @throws IllegalArgumentException if the offset is beyond the end of the text or within a character
    static StatementCursor next(String text, int offset) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        boolean isInside = offset >= 0 && offset < bytes.length && (bytes[offset] & 0xC0) == 0x80;
        if (offset < 0 || offset > bytes.length || isInside) {
            throw new IllegalArgumentException("StatementArgs.start_offset out of range");
        }
        int start = new String(bytes, 0, offset, StandardCharsets.UTF_8).length();
        int end;
        try {
            String rest = text.substring(start);
            List<Token> tokens = SqlTokens.read(rest);
            List<List<Token>> statements = SqlTokens.statements(tokens);
            if (statements.isEmpty()) {
                return new StatementCursor("", bytes.length);
            }
            List<Token> first = statements.getFirst();
            end = start + first.getLast().end();
            int next = tokens.indexOf(first.getLast()) + 1;
            if (next < tokens.size()) {
                end = start + tokens.get(next).end();
            }
        } catch (SqlSyntaxException e) {
            // Running the remaining text reports the error.
            end = text.length();
        }
        String before = text.substring(0, start).replaceAll("[^\n]", " ");
        return new StatementCursor(
                before + text.substring(start, end), text.substring(0, end).getBytes(StandardCharsets.UTF_8).length);
    }
}
