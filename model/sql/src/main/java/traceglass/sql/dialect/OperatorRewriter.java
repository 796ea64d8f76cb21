package traceglass.sql.dialect;

import java.util.List;
import java.util.Set;
import traceglass.sql.syntax.QueryStructure;
import traceglass.sql.syntax.SqlOperands;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.TokenEdits;

/// Rewrites operators with a different meaning or precedence in SQLite; fast for statements without them.
final class OperatorRewriter {
    private static final Set<String> JOINS = Set.of("||", "->", "->>");

    private final TokenEdits edits;
    private final List<Token> tokens;
    private final RetryHints hints;
    private final SqlOperands operands;

    OperatorRewriter(TokenEdits edits, int[] partner, RetryHints hints) {
        this.edits = edits;
        tokens = edits.tokens;
        this.hints = hints;
        operands = new SqlOperands(tokens, partner);
    }

    /// Rewrites an expression without functions and queries; returns null if that is not possible.
    static String rewritten(List<Token> expression) {
        try {
            TokenEdits edits = new TokenEdits(expression);
            new OperatorRewriter(edits, SqlTokens.brackets(expression), new RetryHints()).rewrite();
            return edits.apply().text();
        } catch (SqlSyntaxException e) {
            return null;
        }
    }

    void rewrite() {
        // From last to first: among operators with the same first operand, a later one contains the earlier
        // ones.
        for (int i = tokens.size() - 2; i > 0; i--) {
            if (tokens.get(i).kind() != Token.Kind.OPERATOR || !QueryStructure.endsOperand(tokens.get(i - 1))) {
                continue;
            }
            switch (tokens.get(i).text()) {
                case "%" -> modulo(i);
                case "<<", ">>" -> shift(i);
                case "||" -> join(i);
                // DuckDB's `==` has the precedence of `||`.
                case "==" -> edits.replace(i, "=");
                default -> {}
            }
        }
    }

    /// Rewrites `a || b`, which has higher precedence than arithmetic.
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
                && QueryStructure.endsOperand(start > 1 ? tokens.get(start - 2) : tokens.get(0));
        boolean after = end < tokens.size() && SqlOperands.level(tokens.get(end)) >= SqlOperands.BITS;
        if (before || after) {
            edits.wrap(start, end, "(", ")");
        }
    }

    /// Rewrites `%` for doubles, which applies to their integer parts. DuckDB distinguishes integers from doubles
    /// only through an operator that doubles do not support: `&`.
    private void modulo(int at) {
        int end = operands.end(at + 1, SqlOperands.JOINS);
        int start = operands.start(at - 1, SqlOperands.FACTORS);
        if (hints.realModulos.contains(at)) {
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

    /// Rewrites shifts: a shift by 64 bits or more yields 0, and one by a negative number goes in the opposite
    /// direction. DuckDB rejects both for left shifts and implements neither for right shifts.
    private void shift(int at) {
        boolean right = tokens.get(at).text().equals(">>");
        String places = tokens.get(at + 1).text();
        if (!hints.wideShifts
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
