package traceglass.sql.syntax;

import java.util.List;
import java.util.Locale;

/// Finds the start and end of operands, by SQLite's operator precedence.
///
/// DuckDB gives `||`, `->` and `->>` a lower precedence than arithmetic, and comparisons the same precedence as
/// equality; SQLite does neither.
public final class SqlOperands {
    /// Precedence levels of the binary operators, highest first; 0 for everything else.
    public static final int JOINS = 7;
    public static final int FACTORS = 6;
    public static final int BITS = 4;
    public static final int RELATIONS = 3;
    public static final int EQUALITIES = 2;

    private final List<Token> tokens;
    private final int[] partner;

    public SqlOperands(List<Token> tokens, int[] partner) {
        this.tokens = tokens;
        this.partner = partner;
    }

    public static int level(Token t) {
        if (t.kind() != Token.Kind.OPERATOR) {
            return 0;
        }
        return switch (t.text()) {
            case "||", "->", "->>" -> JOINS;
            case "*", "/", "%" -> FACTORS;
            case "+", "-" -> 5;
            case "&", "|", "<<", ">>" -> BITS;
            case "<", "<=", ">", ">=" -> RELATIONS;
            case "=", "==", "!=", "<>" -> EQUALITIES;
            default -> 0;
        };
    }

    /// Returns the index after the operand that starts here and contains operators of this precedence and higher.
    public int end(int start, int level) {
        int i = primaryEnd(start);
        while (i < tokens.size() && level(tokens.get(i)) >= level && i + 1 < tokens.size()) {
            i = primaryEnd(i + 1);
        }
        return i;
    }

    /// Returns the start index of the operand that ends with this token and contains operators of this precedence
    /// and higher.
    public int start(int last, int level) {
        int i = primaryStart(last);
        while (i > 1 && level(tokens.get(i - 1)) >= level) {
            i = primaryStart(i - 2);
        }
        return i;
    }

    /// Returns the index after one value: signs, a name, literal, call, bracket or CASE, and its suffixes.
    private int primaryEnd(int start) {
        int i = start;
        while (i < tokens.size() && isSign(tokens.get(i))) {
            i++;
        }
        if (i >= tokens.size()) {
            return tokens.size();
        }
        if (tokens.get(i).is("CASE")) {
            i = matchingCase(i, 1) + 1;
        } else if (partner[i] > i) {
            i = partner[i] + 1;
        } else {
            i++;
            while (i + 1 < tokens.size() && tokens.get(i).isOperator(".")) {
                i += 2;
            }
            if (i < tokens.size()
                    && tokens.get(i).isOperator("(")
                    && tokens.get(i - 1).isName()) {
                i = partner[i] + 1;
            }
        }
        while (i < tokens.size()) {
            Token t = tokens.get(i);
            if (t.isAny("FILTER", "OVER") && i + 1 < tokens.size()) {
                i = partner[i + 1] > i ? partner[i + 1] + 1 : i + 2;
            } else if ((t.is("COLLATE") || t.isOperator("::")) && i + 1 < tokens.size()) {
                i += 2;
            } else if (t.isOperator("[") && partner[i] > i) {
                i = partner[i] + 1;
            } else {
                break;
            }
        }
        return i;
    }

    private int primaryStart(int last) {
        int i = last;
        boolean more = true;
        while (more && i > 1) {
            // Suffixes of a value are skipped first.
            more = false;
            if (tokens.get(i - 1).is("COLLATE") || tokens.get(i - 1).isOperator("::")) {
                i -= 2;
                more = true;
            } else if (tokens.get(i).is("OVER") || tokens.get(i - 1).is("OVER")) {
                i -= tokens.get(i).is("OVER") ? 1 : 2;
                more = true;
            } else if (tokens.get(i).closes()
                    && partner[i] > 0
                    && tokens.get(partner[i] - 1).isAny("OVER", "FILTER")) {
                i = partner[i] - 2;
                more = true;
            } else if (tokens.get(i).isOperator("]")
                    && partner[i] > 0
                    && QueryStructure.endsOperand(tokens.get(partner[i] - 1))) {
                i = partner[i] - 1;
                more = true;
            }
        }
        if (tokens.get(i).is("END")) {
            i = matchingCase(i, -1);
        } else if (tokens.get(i).closes()) {
            i = partner[i];
            if (i > 0
                    && tokens.get(i - 1).isName()
                    && (tokens.get(i - 1).kind() == Token.Kind.QUOTED
                            || !Keywords.isInfix(tokens.get(i - 1).text().toLowerCase(Locale.ROOT)))) {
                i--;
            }
        }
        while (i > 1 && tokens.get(i - 1).isOperator(".") && tokens.get(i - 2).isName()) {
            i -= 2;
        }
        while (i > 0
                && isSign(tokens.get(i - 1))
                && (i == 1
                        || !QueryStructure.endsOperand(tokens.get(i - 2))
                        || tokens.get(i - 2).isOperator("*"))) {
            i--;
        }
        return i;
    }

    private static boolean isSign(Token t) {
        return t.isOperator("-") || t.isOperator("+") || t.isOperator("~");
    }

    /// Returns the index of the CASE for an END, searching backwards, or of the END for a CASE; the token itself if
    /// there is none.
    private int matchingCase(int at, int direction) {
        int depth = 0;
        for (int i = at; i >= 0 && i < tokens.size(); i += direction) {
            depth += tokens.get(i).is("CASE") ? direction : tokens.get(i).is("END") ? -direction : 0;
            if (depth == 0) {
                return i;
            }
        }
        return at;
    }
}
