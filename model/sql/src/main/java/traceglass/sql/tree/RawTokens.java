package traceglass.sql.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.Token;

/// A part of a statement that is kept as tokens. Compared by the text of the tokens, not by their position.
///
/// @param list the tokens; may be empty
public record RawTokens(List<Token> list) {

    @Override
    public boolean equals(@Nullable Object other) {
        if (!(other instanceof RawTokens o) || o.list.size() != list.size()) {
            return false;
        }
        for (int i = 0; i < list.size(); i++) {
            if (!list.get(i).text().equals(o.list.get(i).text())) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (Token t : list) {
            hash = hash * 31 + t.text().hashCode();
        }
        return hash;
    }
}
