package traceglass.sql.syntax;

import java.util.ArrayList;
import java.util.List;

/// WITH clauses that are visible at a position in a statement.
public final class WithClauses {

    private WithClauses() {}

    /// Returns the WITH clauses around a token as one clause, with the tables that are complete before it.
    public static List<Token> around(List<Token> tokens, int[] partner, int call) throws SqlSyntaxException {
        List<List<Token>> tables = new ArrayList<>();
        boolean recursive = false;
        for (int i = 0; i < call; i++) {
            boolean around = i == 0 || partner[i - 1] > call || partner[i - 1] < 0 && !inside(partner, i, call);
            if (!tokens.get(i).is("WITH") || !around) {
                continue;
            }
            int at = i + 1;
            if (tokens.get(at).is("RECURSIVE")) {
                recursive = true;
                at++;
            }
            while (at < call) {
                int start = at;
                while (at < call && !tokens.get(at).is("AS")) {
                    at = partner[at] > at ? partner[at] + 1 : at + 1;
                }
                at++;
                while (at < call && tokens.get(at).isAny("NOT", "MATERIALIZED")) {
                    at++;
                }
                int close = at < call ? partner[at] : -1;
                if (close < 0 || close > call) {
                    break;
                }
                String table = tokens.get(start).value();
                tables.removeIf(t -> t.getFirst().value().equalsIgnoreCase(table));
                tables.add(tokens.subList(start, close + 1));
                at = close + 1;
                if (at < call && tokens.get(at).isOperator(",")) {
                    at++;
                } else {
                    break;
                }
            }
        }
        List<Token> out = new ArrayList<>();
        for (List<Token> table : tables) {
            out.addAll(SqlTokens.read(
                    out.isEmpty() ? recursive ? "WITH RECURSIVE " : "WITH " : ", ",
                    table.getFirst().origin()));
            out.add(table.getFirst().withSpace(true));
            out.addAll(table.subList(1, table.size()));
        }
        return out;
    }

    /// Returns whether token `i` is in a bracket that closes before `call`.
    private static boolean inside(int[] partner, int i, int call) {
        for (int k = i; k >= 0; k--) {
            if (partner[k] > i && partner[k] < call) {
                return true;
            }
        }
        return false;
    }
}
