package traceglass.sql.parse;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.SqlType;

/// Parses literals: single tokens, typed strings and intervals.
abstract class LiteralParser extends CallParser {
    private static final Set<String> UNITS = Set.of(
            "YEAR",
            "YEARS",
            "QUARTER",
            "QUARTERS",
            "MONTH",
            "MONTHS",
            "WEEK",
            "WEEKS",
            "DAY",
            "DAYS",
            "HOUR",
            "HOURS",
            "MINUTE",
            "MINUTES",
            "SECOND",
            "SECONDS",
            "MILLISECOND",
            "MILLISECONDS",
            "MICROSECOND",
            "MICROSECONDS",
            "DECADE",
            "DECADES",
            "CENTURY",
            "CENTURIES",
            "MILLENNIUM",
            "MILLENNIA");
    /// Types besides DATE, TIME and TIMESTAMP that can stand before a string.
    private static final Set<String> LITERAL_TYPES = Set.of("TIMESTAMPTZ", "DATETIME", "UUID", "BLOB", "JSON");

    LiteralParser(List<Token> tokens, boolean isTolerant) {
        super(tokens, isTolerant);
    }

    abstract Expression operand() throws SqlSyntaxException;

    /// Returns the literal of a single token.
    final Expression literal(Expression.Kind kind, int start) {
        return new Expression.Literal(kind, tokens.get(start).text(), span(start));
    }

    /// Returns whether a word starts a literal of a type, such as `DATE '2024-01-01'`.
    final boolean isTyped(Word w) {
        if (kind(1) == Token.Kind.STRING) {
            return w == Word.DATE
                    || w == Word.TIME
                    || w == Word.TIMESTAMP
                    || LITERAL_TYPES.contains(current().text().toUpperCase(Locale.ROOT));
        }
        return (w == Word.TIME || w == Word.TIMESTAMP)
                && (word(1) == Word.WITH || word(1) == Word.WITHOUT)
                && word(2) == Word.TIME
                && kind(4) == Token.Kind.STRING;
    }

    /// `typed = type STRING`
    final Expression typed(int start) throws SqlSyntaxException {
        SqlType type = type(false);
        position++;
        return new Expression.TypedLiteral(type, tokens.get(position - 1).text(), span(start));
    }

    /// Returns whether the word INTERVAL starts an interval here, and is not a name.
    final boolean startsInterval() {
        Token.Kind next = kind(1);
        if (is("(", 1)) {
            Token after = token(closing(position + 1) + 1 - position);
            return after != null && UNITS.contains(after.text().toUpperCase(Locale.ROOT));
        }
        return next == Token.Kind.STRING || next == Token.Kind.NUMBER || next == Token.Kind.PARAMETER;
    }

    /// `interval = INTERVAL (STRING | NUMBER | PARAMETER | "(" expression ")") [unit [TO unit]]`
    final Expression interval(int start) throws SqlSyntaxException {
        position++;
        Expression amount = operand();
        StringBuilder unit = new StringBuilder();
        if (isUnit(0)) {
            unit.append(current().text());
            position++;
            if (is(Word.TO) && isUnit(1)) {
                unit.append(" TO ").append(tokens.get(position + 1).text());
                position += 2;
            }
        }
        return new Expression.Interval(amount, unit.isEmpty() ? null : unit.toString(), span(start));
    }

    private boolean isUnit(int ahead) {
        Token t = token(ahead);
        return t != null
                && t.kind() == Token.Kind.WORD
                && UNITS.contains(t.text().toUpperCase(Locale.ROOT));
    }
}
