package traceglass.model.sql;

import java.util.List;
import java.util.Set;

/// A statement in DuckDB's SQL, and which token of what was written each part of it comes from.
///
/// @param text what DuckDB is given
/// @param tokens the tokens it was made of
/// @param starts offset in `text` of each token, ascending
/// @param builtins names of `Builtins` it calls
record Translation(String text, List<Token> tokens, int[] starts, Set<String> builtins) {

    /// Index of the token at a byte position of the UTF-8 form of `text`, as DuckDB counts; -1 if there is none.
    int tokenAt(int bytePosition) {
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

    /// Offset in what the user wrote for a byte position in the translated text, -1 if there is none.
    int originOf(int bytePosition) {
        int token = tokenAt(bytePosition);
        if (token < 0) {
            return -1;
        }
        Token t = tokens.get(token);
        boolean behind = charOffset(bytePosition) >= text.length() && token == tokens.size() - 1;
        return behind ? t.origin() + (t.origin() == t.start() ? t.text().length() : 0) : t.origin();
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
