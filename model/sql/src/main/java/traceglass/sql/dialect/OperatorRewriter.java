package traceglass.sql.dialect;

import java.util.List;
import java.util.Set;
import traceglass.sql.syntax.Edits;
import traceglass.sql.syntax.QueryShape;
import traceglass.sql.syntax.SqlOperands;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// Rewrites operators that mean something else, or bind differently, in SQLite; fast where a statement has none of
/// them.
final class OperatorRewriter {
    private static final Set<String> JOINS = Set.of("||", "->", "->>");

    private final Edits edits;
    private final List<Token> tokens;
    private final Repairs repairs;
    private final SqlOperands operands;

    OperatorRewriter(Edits edits, int[] partner, Repairs repairs) {
        this.edits = edits;
        tokens = edits.tokens;
        this.repairs = repairs;
        operands = new SqlOperands(tokens, partner);
    }

    /// An expression without functions and queries, with the same operators as it has in the statement; null if it
    /// cannot be told.
    static String rewritten(List<Token> expression) {
        try {
            Edits edits = new Edits(expression);
            new OperatorRewriter(edits, SqlTokens.brackets(expression), new Repairs()).rewrite();
            return edits.done().text();
        } catch (SqlSyntaxException e) {
            return null;
        }
    }

    void rewrite() {
        // From the last to the first: of operators that share their first operand, the later one holds the
        // others.
        for (int i = tokens.size() - 2; i > 0; i--) {
            if (tokens.get(i).kind() != Token.Kind.OPERATOR || !QueryShape.endsOperand(tokens.get(i - 1))) {
                continue;
            }
            switch (tokens.get(i).text()) {
                case "%" -> modulo(i);
                case "<<", ">>" -> shift(i);
                case "||" -> join(i);
                // DuckDB's `==` binds as tightly as `||`.
                case "==" -> edits.replace(i, "=");
                default -> {}
            }
        }
    }

    /// `a || b` binds tighter than arithmetic.
    private void join(int at) {
        int end = operands.end(at + 1, SqlOperands.JOINS);
        if (at + 1 < tokens.size()
                && end < tokens.size()
                && JOINS.contains(tokens.get(end).text())) {
            return;
        }
        int start = operands.start(at - 1, SqlOperands.JOINS);
        boolean before = start > 0
                && SqlOperands.level(tokens.get(start - 1)) >= SqlOperands.BITS
                && QueryShape.endsOperand(start > 1 ? tokens.get(start - 2) : tokens.get(0));
        boolean behind = end < tokens.size() && SqlOperands.level(tokens.get(end)) >= SqlOperands.BITS;
        if (before || behind) {
            edits.wrap(start, end, "(", ")");
        }
    }

    /// The rest of doubles is that of what they are without their fractions. DuckDB tells whole numbers from
    /// doubles only when it is asked for something that doubles do not have: `&`.
    private void modulo(int at) {
        int end = operands.end(at + 1, SqlOperands.JOINS);
        int start = operands.start(at - 1, SqlOperands.FACTORS);
        if (repairs.realModulos.contains(at)) {
            edits.builtins.add("tg_real_mod");
            edits.wrap(start, end, "tg_real_mod(", ")");
            edits.replace(at, ",");
            return;
        }
        whole(start, at);
        whole(at + 1, end);
    }

    private void whole(int start, int end) {
        boolean literal = end == start + 1
                && tokens.get(start).kind() == Token.Kind.NUMBER
                && tokens.get(start).text().chars().allMatch(Character::isDigit);
        if (!literal) {
            edits.wrap(start, end, "((", ") & -1)");
        }
    }

    /// A shift by 64 bits and more leaves nothing, one by less than none goes the other way. To the left DuckDB
    /// refuses both, to the right it does neither.
    private void shift(int at) {
        boolean right = tokens.get(at).text().equals(">>");
        String places = tokens.get(at + 1).text();
        if (!repairs.wideShifts
                && (!right
                        || places.length() < 3
                                && places.chars().allMatch(Character::isDigit)
                                && Integer.parseInt(places) < Long.SIZE)) {
            return;
        }
        edits.builtins.add("tg_shift");
        int end = operands.end(at + 1, SqlOperands.BITS + 1);
        edits.wrap(operands.start(at - 1, SqlOperands.BITS), end, "tg_shift(", ")");
        edits.replace(at, right ? ", -" : ",");
        edits.wrap(at + 1, end, "(", ")");
    }
}
