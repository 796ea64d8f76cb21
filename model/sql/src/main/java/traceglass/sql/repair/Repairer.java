package traceglass.sql.repair;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import traceglass.sql.dialect.Functions;
import traceglass.sql.dialect.RetryHints;
import traceglass.sql.functions.TextNumber;
import traceglass.sql.syntax.Keywords;
import traceglass.sql.syntax.QueryStructure;
import traceglass.sql.syntax.SqlOperands;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.Translation;

/// Determines which parts of a statement must be interpreted as in SQLite, from the error with which DuckDB
/// rejects it.
///
/// Statements that DuckDB accepts are never changed by this class. One problem is repaired at a time, then the
/// statement is tried again.
public final class Repairer extends StatementNavigator {
    private static final int LIMIT = 300;
    private static final Set<String> COMPARISONS = Set.of("=", "==", "!=", "<>", "<", ">", "<=", ">=");
    private static final Set<String> BITS = Set.of("&", "|", "<<", ">>");
    private static final Set<String> ARITHMETIC = Set.of("+", "-", "*", "/", "%");

    private final GroupRepairs groups;
    private final NameRepairs names;
    private final MixedValues mixed;

    public Repairer(List<Token> tokens, int[] partner, RetryHints hints) {
        super(tokens, partner, hints);
        groups = new GroupRepairs(tokens, partner, hints);
        names = new NameRepairs(tokens, partner, hints);
        mixed = new MixedValues(tokens, partner, hints);
    }

    /// Returns whether a repair was found.
    public boolean repair(DuckDbError error, Translation translation) {
        if (hints.count++ > LIMIT) {
            return false;
        }
        int at = error.position() < 0 ? -1 : translation.tokenAt(error.position());
        if (error.type().equals("Binder") && error.message().startsWith("Cannot mix values of type") && mixed.at(at)
                || error.message().startsWith("Cannot combine types") && mixed.values(-1)) {
            return true;
        }
        if ((error.message().startsWith("Overflow in ") || error.message().contains("-shift ")) && !hints.wideNumbers) {
            hints.wideNumbers = true;
            return true;
        }
        if (error.message().contains("-shift ") && !hints.wideShifts) {
            hints.wideShifts = true;
            return true;
        }
        if (error.message().startsWith("Circular reference to CTE") && !hints.recursive) {
            hints.recursive = true;
            return true;
        }
        if (at < 0 && error.message().contains("'trunc(VARCHAR)'")) {
            // The position is inside a macro: any cast may be the cause.
            int cast = lastCast(tokens.size() - 1);
            return cast >= 0 && hints.castOperands.put(cast, "VARCHAR") == null;
        }
        if (error.message().contains("must appear in the GROUP BY clause")
                && (at < 0 || !isInSelect(at))
                && (groups.bareStar() || groups.bareSomewhere(error))) {
            return true;
        }
        if (at < 0 && error.message().startsWith("Ambiguous reference to column name") && names.usingAsOn(error)) {
            return true;
        }
        if (error.message().startsWith("WHERE clause cannot contain aggregates") && names.aliasInWhere()) {
            return true;
        }
        boolean repaired = at >= 0
                && switch (error.type()) {
                    case "Binder" -> binder(error, at);
                    case "Parser" -> parser(at);
                    case "Conversion" -> conversion(error, at);
                    default -> false;
                };
        if (!repaired
                && !hints.withoutImplicitOrder
                && (error.type().equals("Binder") || error.type().equals("Catalog"))) {
            hints.withoutImplicitOrder = true;
            return true;
        }
        return repaired;
    }

    private boolean binder(DuckDbError error, int at) {
        String message = error.message();
        if (message.startsWith("Referenced column")
                || message.startsWith("Referenced table")
                || message.startsWith("Alias ")) {
            Token t = tokens.get(at);
            if (message.startsWith("Referenced table") && t.isName() && names.conditionLater(at)) {
                return true;
            }
            return t.kind() == Token.Kind.QUOTED && !isDotted(at)
                    ? hints.strings.add(at)
                    : t.isName() && !isDotted(at) && names.alias(at);
        }
        if (message.contains("does not have a column named") && names.otherSource(at)) {
            return true;
        }
        if (message.contains("must appear in the GROUP BY clause")) {
            return groups.bareColumn(at) || groups.bareStar() || groups.bareSomewhere(error);
        }
        if (message.startsWith("Ambiguous reference to column name")) {
            return names.firstCandidate(error, at);
        }
        if (message.contains("multiple overloads") || message.contains("does not support the supplied arguments")) {
            String plain = plainName(at);
            return plain != null && !plain.equals(hints.replacements.put(at, plain));
        }
        if (message.contains("'trunc(") || message.contains("\"trunc(")) {
            int cast = lastCast(at);
            return cast >= 0
                    && hints.castOperands.put(cast, message.contains("trunc(BOOLEAN") ? "BOOLEAN" : "VARCHAR") == null;
        }
        if (message.startsWith("Could not choose a best candidate function for the function call")) {
            return operands(message.replace('"', '\''), at);
        }
        if (message.startsWith("No function matches the given name and argument types '")) {
            return operands(message, at);
        }
        if (message.startsWith("Cannot compare values of type ")) {
            return comparison(message, at);
        }
        return false;
    }

    /// Converts operands: booleans count as 0 and 1 in arithmetic, text as its leading number; numbers count as
    /// text where a function expects text.
    private boolean operands(String message, int at) {
        int open = message.indexOf('(', message.indexOf('\''));
        int close = message.indexOf(")'", open);
        if (open < 0 || close < 0) {
            return false;
        }
        String[] types = message.substring(open + 1, close).split(", ");
        Token t = tokens.get(at);
        if (message.contains("'&(") && types.length == 2 && !t.isOperator("&")) {
            return realModulo(at);
        }
        SqlOperands operands = new SqlOperands(tokens, partner);
        if (message.contains("'tg_shift(")) {
            return shift(types, at);
        }
        if (BITS.contains(t.text()) && types.length == 2 && at + 1 < tokens.size()) {
            boolean changed = bits(operands.start(at - 1, SqlOperands.BITS), at, types[0]);
            return bits(at + 1, operands.end(at + 1, SqlOperands.BITS + 1), types[1]) || changed;
        }
        if (t.kind() == Token.Kind.OPERATOR && types.length == 2 && at + 1 < tokens.size()) {
            int level = Math.max(SqlOperands.level(t), 1);
            boolean changed = number(operands.start(at - 1, level), at, types[0]);
            return number(at + 1, operands.end(at + 1, level + 1), types[1]) || changed;
        }
        if (t.isOperator("~") && types.length == 1 && at + 1 < tokens.size()) {
            return bits(at + 1, operandEnd(at + 1), types[0]);
        }
        if (t.kind() == Token.Kind.OPERATOR && types.length == 1 && at + 1 < tokens.size()) {
            return number(at + 1, operandEnd(at + 1), types[0]);
        }
        if (t.isAny("GLOB", "LIKE", "REGEXP", "ILIKE") && types.length == 2 && at + 1 < tokens.size()) {
            boolean not = tokens.get(at - 1).is("NOT");
            boolean changed = text(operands.start(at - (not ? 2 : 1), SqlOperands.BITS), not ? at - 1 : at, types[0]);
            return text(at + 1, operands.end(at + 1, SqlOperands.BITS), types[1]) || changed;
        }
        boolean call =
                t.isName() && at + 1 < tokens.size() && tokens.get(at + 1).isOperator("(");
        if (!call) {
            return false;
        }
        return call(types, at);
    }

    /// Repairs the operands of a shift. DuckDB reports the token before the first operand, because the call of the
    /// shift's macro is inserted there.
    private boolean shift(String[] types, int at) {
        SqlOperands operands = new SqlOperands(tokens, partner);
        for (int i = 1; i + 1 < tokens.size(); i++) {
            if ((tokens.get(i).isOperator("<<") || tokens.get(i).isOperator(">>"))
                    && operands.start(i - 1, SqlOperands.BITS) == at + 1) {
                boolean changed = bits(at + 1, i, types[0]);
                if (bits(i + 1, operands.end(i + 1, SqlOperands.BITS + 1), types[1]) || changed) {
                    return true;
                }
            }
        }
        return false;
    }

    /// Repairs the arguments of a call.
    private boolean call(String[] types, int at) {
        Token t = tokens.get(at);
        if (types[0].equals("BLOB") && t.isAny("substr", "substring", "length")) {
            String bytes = t.is("length") ? "octet_length" : "tg_blob_substr";
            hints.builtins.add(bytes);
            return hints.replacements.put(at, bytes) == null;
        }
        List<QueryStructure.Range> arguments = Functions.arguments(tokens, partner, at + 1);
        boolean numeric = t.isAny("sum", "avg", "abs", "round", "min", "max", "total");
        boolean changed = false;
        for (int i = 0; i < Math.min(arguments.size(), types.length); i++) {
            QueryStructure.Range argument = arguments.get(i);
            if (numeric) {
                changed |= number(argument.start(), argument.end(), types[i]);
            } else if (i > 0
                    && t.isAny("substr", "substring")
                    && types[i].equals("DOUBLE")
                    && !hints.wrapsAt(argument.start())) {
                hints.wraps.add(new RetryHints.Wrap(argument.start(), argument.end(), "CAST(trunc(", ") AS BIGINT)"));
                changed = true;
            } else if ((i == 0 || t.isAny("replace", "instr", "trim", "ltrim", "rtrim"))
                    && !types[i].equals("VARCHAR")
                    && !types[i].startsWith("STRING")
                    && !hints.wrapsAt(argument.start())) {
                hints.wraps.add(new RetryHints.Wrap(argument.start(), argument.end(), "CAST(", " AS VARCHAR)"));
                changed = true;
            }
        }
        return changed;
    }

    /// Repairs a modulo with a double, which is the operand at this token.
    private boolean realModulo(int at) {
        SqlOperands operands = new SqlOperands(tokens, partner);
        for (int i = 1; i + 1 < tokens.size(); i++) {
            if (tokens.get(i).isOperator("%")
                    && operands.start(i - 1, SqlOperands.FACTORS) <= at
                    && at < operands.end(i + 1, SqlOperands.JOINS)
                    && hints.realModulos.add(i)) {
                return true;
            }
        }
        return false;
    }

    /// Converts an operand of a bit operation to an integer.
    private boolean bits(int start, int end, String type) {
        boolean real = type.equals("DOUBLE") || type.equals("FLOAT");
        boolean text = type.equals("VARCHAR") || type.startsWith("STRING");
        if (!real && !text && !type.equals("BOOLEAN") || hints.wrapsAt(start)) {
            return false;
        }
        hints.wraps.add(new RetryHints.Wrap(
                start,
                end,
                real ? "TRY_CAST(trunc(" : text ? "tg_text_int(" : "CAST(",
                real ? ") AS BIGINT)" : text ? ")" : " AS BIGINT)"));
        if (text) {
            hints.builtins.add("tg_text_int");
        }
        return true;
    }

    private boolean text(int start, int end, String type) {
        if (type.equals("VARCHAR") || type.startsWith("STRING") || hints.wrapsAt(start)) {
            return false;
        }
        hints.wraps.add(new RetryHints.Wrap(start, end, "CAST(", " AS VARCHAR)"));
        return true;
    }

    private boolean number(int start, int end, String type) {
        boolean truth = type.equals("BOOLEAN");
        if (!truth && !type.equals("JSON") && !type.equals("VARCHAR") && !type.startsWith("STRING")
                || hints.wrapsAt(start)) {
            return false;
        }
        if (!truth && end == start + 1 && isText(start)) {
            return hints.replacements.put(start, TextNumber.of(tokens.get(start).value())) == null;
        }
        hints.wraps.add(
                new RetryHints.Wrap(start, end, truth ? "CAST(" : "tg_text_number(", truth ? " AS BIGINT)" : ")"));
        if (!truth) {
            hints.builtins.add("tg_text_number");
        }
        return true;
    }

    private boolean isText(int at) {
        return tokens.get(at).kind() == Token.Kind.STRING
                || tokens.get(at).kind() == Token.Kind.QUOTED && hints.strings.contains(at);
    }

    /// Returns whether a token is an operand of arithmetic, as opposed to a comparison.
    private boolean isArithmeticOperand(int at) {
        return at > 0 && ARITHMETIC.contains(tokens.get(at - 1).text())
                || at + 1 < tokens.size()
                        && ARITHMETIC.contains(tokens.get(at + 1).text());
    }

    private String plainName(int at) {
        return switch (tokens.get(at).text().toLowerCase(Locale.ROOT)) {
            case "ceiling" -> "ceil";
            case "ln", "exp", "sqrt", "ceil", "floor" -> tokens.get(at).text();
            default -> null;
        };
    }

    private boolean parser(int at) {
        Token t = tokens.get(at);
        if (COMPARISONS.contains(t.text()) && at > 0) {
            // `a = b != c` is evaluated from left to right; in `a = b < c` the right two come first.
            SqlOperands operands = new SqlOperands(tokens, partner);
            int before = operands.start(at - 1, SqlOperands.BITS) - 1;
            boolean right = before > 0 && SqlOperands.level(t) > SqlOperands.level(tokens.get(before));
            int start = right
                    ? before + 1
                    : before > 0 && COMPARISONS.contains(tokens.get(before).text())
                            ? operands.start(before - 1, SqlOperands.BITS)
                            : -1;
            if (start < 0 || hints.wrapsAt(start)) {
                return false;
            }
            hints.wraps.add(new RetryHints.Wrap(start, right ? operands.end(at + 1, SqlOperands.BITS) : at, "(", ")"));
            return true;
        }
        return t.kind() == Token.Kind.WORD && Keywords.needsQuotes(t.text()) && hints.names.add(at);
    }

    /// Repairs a comparison of non-numeric text with a number: such text equals no number.
    private boolean conversion(DuckDbError error, int at) {
        if (error.message().contains("destination type STRUCT")) {
            return sourcesAsTexts();
        }
        if (!error.message().startsWith("Could not convert string") || hints.wrapsAt(at)) {
            return false;
        }
        Token t = tokens.get(at);
        if (mixed.values(at) || mixed.around(at)) {
            return true;
        }
        if (isText(at) && isArithmeticOperand(at)) {
            return hints.replacements.put(at, TextNumber.of(t.value())) == null;
        }
        if (t.kind() == Token.Kind.STRING && listOfTexts(at)) {
            return true;
        }
        if (t.kind() == Token.Kind.STRING || t.kind() == Token.Kind.QUOTED && hints.strings.contains(at)) {
            return hints.replacements.put(at, "CAST('nan' AS DOUBLE)") == null;
        }
        if (t.kind() == Token.Kind.QUOTED && !isDotted(at)) {
            // The token was converted to a string because it is not a column.
            return hints.replacements.put(at, "CAST('nan' AS DOUBLE)") == null;
        }
        if (t.isName() && error.message().contains("from source column")) {
            int end = at + 1;
            while (end + 1 < tokens.size()
                    && tokens.get(end).isOperator(".")
                    && tokens.get(end + 1).isName()) {
                end += 2;
            }
            if (numbersAsTexts(end) || numberBefore(at)) {
                return true;
            }
            hints.wraps.add(new RetryHints.Wrap(at, end, "TRY_CAST(", " AS DOUBLE)"));
            return true;
        }
        return false;
    }

    /// Converts a number that is compared with the text column after it to text.
    private boolean numberBefore(int at) {
        boolean compared = at > 1
                && COMPARISONS.contains(tokens.get(at - 1).text())
                && tokens.get(at - 2).kind() == Token.Kind.NUMBER;
        return compared
                && hints.replacements.put(
                                at - 2, Token.quoteString(tokens.get(at - 2).text()))
                        == null;
    }

    /// Converts the numbers that a text column is compared with to text.
    private boolean numbersAsTexts(int after) {
        int i = after < tokens.size() && tokens.get(after).is("NOT") ? after + 1 : after;
        if (i + 1 >= tokens.size()) {
            return false;
        }
        int from = i + 1;
        int to = i + 2;
        if (tokens.get(i).is("IN") && tokens.get(i + 1).isOperator("(")) {
            to = partner[i + 1];
        } else if (tokens.get(i).kind() != Token.Kind.OPERATOR) {
            return false;
        }
        boolean changed = false;
        for (int k = from; k < to; k++) {
            if (tokens.get(k).kind() == Token.Kind.NUMBER) {
                changed |= hints.replacements.put(
                                k, Token.quoteString(tokens.get(k).text()))
                        == null;
            }
        }
        return changed;
    }

    /// Converts quoted source names to strings, which DuckDB would interpret as whole rows.
    private boolean sourcesAsTexts() {
        boolean changed = false;
        for (int i = 0; i < tokens.size(); i++) {
            boolean value = tokens.get(i).kind() == Token.Kind.QUOTED
                    && !isDotted(i)
                    && i > 0
                    && !tokens.get(i - 1).isAny("AS", "FROM", "JOIN");
            changed |= value && hints.strings.add(i);
        }
        return changed;
    }

    /// Converts the numbers in a list that mixes text and numbers to text; returns false if that was tried already
    /// or there are none.
    private boolean listOfTexts(int at) {
        int open = bracketAround(at);
        if (open < 1 || !tokens.get(open - 1).is("IN")) {
            return false;
        }
        boolean changed = false;
        boolean undone = false;
        for (int i = open + 1; i < partner[open]; i++) {
            if (tokens.get(i).kind() == Token.Kind.NUMBER) {
                if (hints.textLists.contains(open)) {
                    undone |= hints.replacements.remove(i) != null;
                } else {
                    hints.replacements.put(i, Token.quoteString(tokens.get(i).text()));
                    changed = true;
                }
            }
        }
        if (undone) {
            return false;
        }
        return changed && hints.textLists.add(open);
    }

    private boolean comparison(String message, int at) {
        if (at + 1 >= tokens.size() || hints.wrapsAt(at + 1)) {
            return false;
        }
        Token operator = tokens.get(at);
        int and = message.indexOf(" and ");
        boolean leftIsText = and > 0 && message.substring(0, and).contains("VARCHAR");
        if (operator.kind() == Token.Kind.OPERATOR) {
            int end = operandEnd(at + 1);
            hints.wraps.add(new RetryHints.Wrap(
                    at + 1, end, leftIsText ? "CAST(" : "TRY_CAST(", leftIsText ? " AS VARCHAR)" : " AS DOUBLE)"));
            return true;
        }
        if (operator.isName()) {
            int end = at + 1;
            while (end + 1 < tokens.size()
                    && tokens.get(end).isOperator(".")
                    && tokens.get(end + 1).isName()) {
                end += 2;
            }
            if (!hints.wrapsAt(at)) {
                hints.wraps.add(new RetryHints.Wrap(
                        at, end, leftIsText ? "TRY_CAST(" : "CAST(", leftIsText ? " AS DOUBLE)" : " AS VARCHAR)"));
                return true;
            }
        }
        return false;
    }

    private int lastCast(int at) {
        for (int i = at; i >= 0; i--) {
            if (tokens.get(i).is("CAST") && !hints.castOperands.containsKey(i)) {
                return i;
            }
        }
        return -1;
    }
}
