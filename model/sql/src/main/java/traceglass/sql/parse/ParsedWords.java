package traceglass.sql.parse;

import java.util.BitSet;

/// Roles of the tokens of a statement: sets of their indices.
///
/// @param names names of any kind, including types
/// @param keywords words of the grammar
/// @param raw tokens that are not part of the grammar, such as the body of a macro, or that could not be parsed
/// @param clauseStarts first words of clauses of queries, and of stages
/// @param clauseHeads all words that start clauses: both of `GROUP BY`
public record ParsedWords(BitSet names, BitSet keywords, BitSet raw, BitSet clauseStarts, BitSet clauseHeads) {

    /// Creates empty sets.
    public ParsedWords() {
        this(new BitSet(), new BitSet(), new BitSet(), new BitSet(), new BitSet());
    }

    /// Adds the words of a statement.
    ///
    /// @param offset index of its first token
    public void add(ParsedWords statement, int offset) {
        add(statement.names, names, offset);
        add(statement.keywords, keywords, offset);
        add(statement.raw, raw, offset);
        add(statement.clauseStarts, clauseStarts, offset);
        add(statement.clauseHeads, clauseHeads, offset);
    }

    private static void add(BitSet from, BitSet to, int offset) {
        for (int i = from.nextSetBit(0); i >= 0; i = from.nextSetBit(i + 1)) {
            to.set(offset + i);
        }
    }
}
