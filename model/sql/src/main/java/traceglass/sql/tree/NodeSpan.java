package traceglass.sql.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// Tokens that a node was read from, and how many pairs of parentheses the author wrote around them.
///
/// All spans are equal, so that trees compare by their structure.
public final class NodeSpan {
    /// Span of a node that has no position in a text.
    public static final NodeSpan NONE = new NodeSpan(List.of(), 0, 0, 0);

    private final List<Token> tokens;
    private final int start;
    private final int end;
    private final int parentheses;

    /// @param tokens all tokens of the statement
    /// @param end exclusive; equal to `start` for something missing before the token at `start`
    public NodeSpan(List<Token> tokens, int start, int end) {
        this(tokens, start, end, 0);
    }

    private NodeSpan(List<Token> tokens, int start, int end, int parentheses) {
        this.tokens = tokens;
        this.start = start;
        this.end = end;
        this.parentheses = parentheses;
    }

    /// Returns this span in one more pair of parentheses.
    public NodeSpan parenthesized() {
        return new NodeSpan(tokens, start, end, parentheses + 1);
    }

    /// Returns the number of pairs of parentheses that the author wrote around the node.
    public int parentheses() {
        return parentheses;
    }

    /// Returns the index of the first token, without parentheses around the node.
    public int start() {
        return start;
    }

    /// Returns the index after the last token, without parentheses around the node.
    public int end() {
        return end;
    }

    /// Returns the index of the first token including the parentheses around the node.
    public int outerStart() {
        return start - parentheses;
    }

    /// Returns the index after the last token including the parentheses around the node.
    public int outerEnd() {
        return end + parentheses;
    }

    /// Returns the tokens of the whole statement, to which the indices refer.
    public List<Token> statement() {
        return tokens;
    }

    /// Returns the node's tokens, without parentheses around it.
    public List<Token> tokens() {
        return tokens.subList(start, end);
    }

    /// Returns the node's tokens with the parentheses around it.
    public List<Token> outerTokens() {
        return tokens.subList(outerStart(), outerEnd());
    }

    /// Returns whether the node has no tokens.
    public boolean isEmpty() {
        return start >= end;
    }

    /// Returns the first token, for errors about the node; null if it has no position in a text.
    public @Nullable Token first() {
        return start < end ? tokens.get(start) : start > 0 && start <= tokens.size() ? tokens.get(start - 1) : null;
    }

    /// Returns the text that the node was read from, without parentheses around it.
    public String text() {
        return SqlTokens.sourceText(tokens());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof NodeSpan;
    }

    @Override
    public int hashCode() {
        return 1;
    }

    @Override
    public String toString() {
        return isEmpty() ? "" : text();
    }
}
