package traceglass.sql.parse;

import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.NodeEdits;
import traceglass.sql.tree.SqlStatement;

/// A statement and its syntax tree. It is parsed once, for all rules and all attempts to run the statement.
///
/// @param tree syntax tree; incomplete if the parser does not know the syntax, which DuckDB may still accept
/// @param called functions that the statement calls
/// @param parsed result of the parser; null if it does not know the syntax
public record ParsedStatement(
        List<Token> tokens, SqlStatement tree, CalledFunctions called, SqlParser.@Nullable Parsed parsed) {

    /// Parses a statement.
    public static ParsedStatement of(List<Token> tokens) {
        try {
            SqlParser.Parsed parsed = SqlParser.parse(tokens);
            return new ParsedStatement(tokens, parsed.statement(), parsed.called(), parsed);
        } catch (SqlSyntaxException e) {
            SqlParser.Draft draft = SqlParser.draft(tokens);
            return new ParsedStatement(tokens, draft.statement(), draft.called(), null);
        }
    }

    /// Returns the statement after edits; columns of its result without an alias keep their current names.
    ///
    /// @param edits edits of this statement
    public ParsedStatement edited(NodeEdits edits) throws SqlSyntaxException {
        if (edits.isEmpty()) {
            return this;
        }
        if (parsed != null) {
            WrittenNames.keep(tree, edits);
        }
        return of(edits.apply());
    }

    /// Returns whether the statement calls a function whose name satisfies a condition.
    public boolean calls(Predicate<String> condition) {
        return contains(called.all(), condition);
    }

    /// Returns whether the statement calls a table function in FROM whose name satisfies a condition.
    public boolean callsSource(Predicate<String> condition) {
        return contains(called.sources(), condition);
    }

    private boolean contains(BitSet functions, Predicate<String> condition) {
        for (int i = functions.nextSetBit(0); i >= 0; i = functions.nextSetBit(i + 1)) {
            if (condition.test(tokens.get(i).value())) {
                return true;
            }
        }
        return false;
    }
}
