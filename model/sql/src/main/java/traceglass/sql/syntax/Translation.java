package traceglass.sql.syntax;

import java.util.List;
import java.util.Set;

/// A statement in DuckDB's SQL, with the source token of each part.
///
/// @param text the SQL passed to DuckDB
/// @param tokens the tokens it was created from
/// @param starts offset in `text` of each token, ascending
/// @param builtins names of `Builtins` it calls
public record Translation(String text, List<Token> tokens, int[] starts, Set<String> builtins) {

    /// Returns the index of the token at a byte position of the UTF-8 form of `text`, as reported by DuckDB; -1 if
    /// there is none.
    public int tokenAt(int bytePosition) {
        int offset = charOffset(bytePosition);
        int low = 0;
        int high = starts.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (starts[middle] <= offset) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return high < 0 || offset < 0 ? -1 : low;
    }

    /// Returns the token for an error at a byte position of the translated text, null if there is none; for
    /// positions after the last token, an empty token at the end of the original text.
    public Token locationOf(int bytePosition) {
        int i = bytePosition < 0 ? -1 : tokenAt(bytePosition);
        if (i < 0) {
            return null;
        }
        Token t = tokens.get(i);
        boolean isAfter =
                i == tokens.size() - 1 && t.origin() == t.start() && charOffset(bytePosition) >= text.length();
        return isAfter ? new Token(t.kind(), "", t.source(), t.end(), t.end(), false) : t;
    }

    private int charOffset(int bytePosition) {
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            if (bytes >= bytePosition) {
                return i;
            }
            char c = text.charAt(i);
            bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : Character.isSurrogate(c) ? 2 : 3;
        }
        return text.length();
    }
}
