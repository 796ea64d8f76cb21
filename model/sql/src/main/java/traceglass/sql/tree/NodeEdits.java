package traceglass.sql.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.Token;

/// Tokens that replace nodes of a statement. The replacement of a node contains those of nodes in it.
public final class NodeEdits {
    private final List<Token> statement;
    /// Edits by the index of the first token that they replace.
    private final TreeMap<Integer, Edit> edits = new TreeMap<>();

    private record Edit(int end, List<Token> tokens) {}

    /// @param statement tokens of the statement
    public NodeEdits(List<Token> statement) {
        this.statement = statement;
    }

    /// Returns whether no node is replaced.
    public boolean isEmpty() {
        return edits.isEmpty();
    }

    /// Replaces a node; parentheses around it stay.
    public void replace(SyntaxNode node, List<Token> tokens) {
        edits.put(node.span().start(), new Edit(node.span().end(), tokens));
    }

    /// Replaces a node and the parentheses around it.
    public void replaceOuter(SyntaxNode node, List<Token> tokens) {
        edits.put(node.span().outerStart(), new Edit(node.span().outerEnd(), tokens));
    }

    /// Inserts tokens after a node and the parentheses around it.
    public void insertAfter(SyntaxNode node, List<Token> tokens) {
        int end = node.span().outerEnd();
        edits.put(end, new Edit(end, tokens));
    }

    /// Returns whether a part of a node is replaced, or the whole node.
    public boolean isEdited(SyntaxNode node) {
        Integer first = edits.ceilingKey(node.span().outerStart());
        return first != null && first < node.span().outerEnd();
    }

    /// Returns whether the node that starts at the first token of a node is replaced.
    public boolean isReplaced(SyntaxNode node) {
        return edits.containsKey(node.span().start());
    }

    /// Returns the tokens of a node and of the parentheses around it, after the edits so far.
    public List<Token> tokens(SyntaxNode node) {
        return tokens(node.span().outerStart(), node.span().outerEnd());
    }

    /// Returns the tokens of a node without the outermost pair of parentheses around it, after the edits so far.
    public List<Token> innerTokens(SyntaxNode node) {
        int pair = node.span().parentheses() > 0 ? 1 : 0;
        return tokens(node.span().outerStart() + pair, node.span().outerEnd() - pair);
    }

    /// Returns the tokens in a span without parentheses around it, after the edits so far.
    public List<Token> tokens(NodeSpan span) {
        return tokens(span.start(), span.end());
    }

    /// Returns the tokens that follow a node within another, after the edits so far.
    public List<Token> tokensAfter(SyntaxNode node, SyntaxNode outer) {
        return tokens(node.span().outerEnd(), outer.span().end());
    }

    /// Returns the tokens of the whole statement after the edits so far.
    public List<Token> apply() {
        return tokens(0, statement.size());
    }

    private List<Token> tokens(int start, int end) {
        List<Token> out = new ArrayList<>();
        int done = start;
        Map.@Nullable Entry<Integer, Edit> edit = edits.ceilingEntry(done);
        while (edit != null && edit.getValue().end <= end) {
            out.addAll(statement.subList(done, edit.getKey()));
            out.addAll(edit.getValue().tokens);
            done = edit.getValue().end;
            boolean isInsertion = edit.getKey() == done;
            edit = isInsertion ? edits.higherEntry(done) : edits.ceilingEntry(done);
        }
        out.addAll(statement.subList(done, end));
        return out;
    }
}
