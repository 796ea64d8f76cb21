package traceglass.sql.rules;

import java.util.BitSet;
import java.util.List;
import traceglass.sql.dialect.RetryHints;
import traceglass.sql.syntax.Keywords;
import traceglass.sql.syntax.Token;

/// Tables, columns and aliases may have any name that SQLite does not reserve.
final class FreeNames {

    private FreeNames() {}

    /// Writes names that are reserved words of DuckDB in quotes.
    ///
    /// @param names indices of the tokens that are names, except those of functions and types
    static void apply(List<Token> statement, BitSet names, RetryHints hints) {
        for (int i = names.nextSetBit(0); i >= 0; i = names.nextSetBit(i + 1)) {
            Token name = statement.get(i);
            boolean isWord = name.kind() == Token.Kind.WORD;
            if (isWord && Keywords.needsQuotes(name.text()) && !Keywords.isValue(name.text())) {
                hints.names.add(i);
            }
        }
    }
}
