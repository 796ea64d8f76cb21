package traceglass.sql.syntax;

import java.util.ArrayList;
import java.util.List;

/// WITH clauses that are visible at a position in a statement.
public final class WithClauses {

    private WithClauses() {}

    /// Returns the WITH clauses around a token as one clause, with the tables that are complete before it.
    public static List<Token> around(List<Token> tokens, int[] matchingBracket, int call) throws SqlSyntaxException {
        List<List<Token>> tables = new ArrayList<>();
        boolean isRecursive = false;
        for (int i = 0; i < call; i++) {
            boolean isAround = i == 0
                    || matchingBracket[i - 1] > call
                    || matchingBracket[i - 1] < 0 && !isClosedBefore(matchingBracket, i, call);
            if (!tokens.get(i).is("WITH") || !isAround) {
                continue;
            }
            int position = i + 1;
            if (tokens.get(position).is("RECURSIVE")) {
                isRecursive = true;
                position++;
            }
            while (position < call) {
                int start = position;
                while (position < call && !tokens.get(position).is("AS")) {
                    position = matchingBracket[position] > position ? matchingBracket[position] + 1 : position + 1;
                }
                position++;
                while (position < call && tokens.get(position).isAny("NOT", "MATERIALIZED")) {
                    position++;
                }
                int close = position < call ? matchingBracket[position] : -1;
                if (close < 0 || close > call) {
                    break;
                }
                String table = tokens.get(start).value();
                tables.removeIf(t -> t.getFirst().value().equalsIgnoreCase(table));
                tables.add(tokens.subList(start, close + 1));
                position = close + 1;
                if (position < call && tokens.get(position).isOperator(",")) {
                    position++;
                } else {
                    break;
                }
            }
        }
        List<Token> out = new ArrayList<>();
        for (List<Token> table : tables) {
            out.addAll(SqlTokens.read(
                    out.isEmpty() ? isRecursive ? "WITH RECURSIVE " : "WITH " : ", ",
                    table.getFirst().origin()));
            out.add(table.getFirst().withSpace(true));
            out.addAll(table.subList(1, table.size()));
        }
        return out;
    }

    /// Returns whether token `i` is in a bracket that closes before `call`.
    private static boolean isClosedBefore(int[] matchingBracket, int i, int call) {
        for (int k = i; k >= 0; k--) {
            if (matchingBracket[k] > i && matchingBracket[k] < call) {
                return true;
            }
        }
        return false;
    }
}
