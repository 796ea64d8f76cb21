package traceglass.sql.pipes;

import java.util.ArrayList;
import java.util.List;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// Collects the tokens of a query: generated text, and tokens of the user's text.
final class PipeWriter {
    private final List<Token> out = new ArrayList<>();

    List<Token> tokens() {
        return out;
    }

    /// Adds generated text.
    ///
    /// @param location token of the pipeline that it is generated for, whose position errors get
    PipeWriter appendText(Token location, String text) throws SqlSyntaxException {
        return append(SqlTokens.read(text, location.origin()));
    }

    PipeWriter append(List<Token> tokens) {
        if (!tokens.isEmpty()) {
            out.add(tokens.getFirst().withSpace(true));
            out.addAll(tokens.subList(1, tokens.size()));
        }
        return this;
    }
}
