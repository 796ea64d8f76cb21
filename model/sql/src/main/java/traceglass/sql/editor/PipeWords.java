package traceglass.sql.editor;

import java.util.List;
import java.util.Map;
import java.util.Set;
import traceglass.sql.syntax.Token;

/// Words that are keywords only in pipelines, and names everywhere else.
final class PipeWords {
    /// Stages, in the order in which they are suggested.
    static final List<String> STAGES = List.of(
            "SELECT",
            "EXTEND",
            "DROP",
            "RENAME",
            "SET",
            "AS",
            "WHERE",
            "AGGREGATE",
            "ORDER BY",
            "TREE ACCUMULATE UP",
            "TREE ACCUMULATE DOWN",
            "INTERVAL FLATTEN AGGREGATE");

    private static final Map<String, Set<String>> FOLLOWERS = Map.of(
            "TREE", Set.of("ACCUMULATE"),
            "ACCUMULATE", Set.of("UP", "DOWN"),
            "INTERVAL", Set.of("INTERSECTION", "FLATTEN"),
            "INTERSECTION", Set.of("OF"),
            "FLATTEN", Set.of("PER", "AGGREGATE"),
            "PERFETTO", Set.of("PRAGMA"));

    private PipeWords() {}

    /// Returns whether a word is a keyword of a pipeline because of the words around it.
    static boolean isKeyword(List<Token> tokens, int i) {
        Token t = tokens.get(i);
        if (i == 0 || t.kind() != Token.Kind.WORD) {
            return false;
        }
        Token before = tokens.get(i - 1);
        if (before.isOperator("|>")) {
            return true;
        }
        if (t.is("PER")) {
            return before.is("FLATTEN") || before.isOperator(")");
        }
        if (t.is("AGGREGATE")) {
            return i + 2 < tokens.size() && tokens.get(i + 2).isOperator("(");
        }
        return FOLLOWERS.entrySet().stream()
                .anyMatch(e -> before.is(e.getKey()) && e.getValue().stream().anyMatch(t::is));
    }
}
