package traceglass.sql.parse;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.NodeSpan;
import traceglass.sql.tree.OrderTerm;
import traceglass.sql.tree.Precedence;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.SelectItem;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.SqlType;

/// Parses operands: literals, columns, everything in brackets, and forms with a syntax of their own.
abstract class ValueParser extends LiteralParser {
    ValueParser(List<Token> tokens, boolean isTolerant) {
        super(tokens, isTolerant);
    }

    /// ```
    /// operand = NUMBER | STRING | BLOB | PARAMETER | "#" NUMBER | "*" star | bracketed | list | struct | word
    /// ```
    @Override
    final Expression operand() throws SqlSyntaxException {
        int start = position;
        if (atEnd()) {
            return hole("an expression");
        }
        Token t = current();
        switch (t.kind()) {
            case NUMBER -> {
                position++;
                return literal(Expression.Kind.NUMBER, start);
            }
            case STRING -> {
                position++;
                return literal(Expression.Kind.STRING, start);
            }
            case BLOB -> {
                position++;
                return literal(Expression.Kind.BLOB, start);
            }
            case PARAMETER -> {
                position++;
                return is(".") || is("(") ? pathFrom(start) : new Expression.Parameter(t.text(), span(start));
            }
            case QUOTED -> {
                return isMacro() ? macroCall() : pathFrom(start);
            }
            case WORD -> {
                return isMacro() ? macroCall() : word(start, word());
            }
            case OPERATOR -> {
                return sign(start, t.text());
            }
        }
        return hole("an expression");
    }

    private Expression sign(int start, String text) throws SqlSyntaxException {
        switch (text) {
            case "(" -> {
                return bracketed();
            }
            case "[" -> {
                return list(start);
            }
            case "{" -> {
                return new Expression.StructValue(entries(), span(start));
            }
            case "*" -> {
                position++;
                if (is(Word.COLUMNS) && is("(", 1)) {
                    Expression columns = operand();
                    return new Expression.Unary(Expression.UnaryKind.UNPACK, columns, span(start));
                }
                return star(null, start);
            }
            case "#" -> {
                position++;
                if (kind(0) == Token.Kind.NUMBER) {
                    position++;
                    return new Expression.Ordinal(tokens.get(position - 1).text(), span(start));
                }
                return hole("a number");
            }
            default -> {
                return hole("an expression");
            }
        }
    }

    /// Returns a missing expression; throws if the parser is not tolerant.
    final Expression hole(String expected) throws SqlSyntaxException {
        report(expected);
        return new Expression.Hole(span(position));
    }

    /// ```
    /// word = NULL | TRUE | FALSE | CURRENT_DATE | … | case | cast | exists | interval | typed | map | array
    ///      | extract | position | trim | lambda | call | column
    /// ```
    private Expression word(int start, Word w) throws SqlSyntaxException {
        boolean isCall = is("(", 1);
        switch (w) {
            case NULL -> {
                return keyword(Expression.Kind.NULL, start);
            }
            case TRUE, FALSE, UNKNOWN, CURRENT_DATE, CURRENT_TIME, CURRENT_TIMESTAMP -> {
                boolean isValue = !isCall && !is(".", 1) && (w != Word.UNKNOWN);
                return isValue ? keyword(Expression.Kind.valueOf(w.name()), start) : pathFrom(start);
            }
            case CASE -> {
                return caseOf(start);
            }
            case CAST, TRY_CAST -> {
                return isCall ? cast(start) : pathFrom(start);
            }
            case EXISTS -> {
                if (isCall) {
                    position++;
                    return new Expression.Exists(queryInBrackets(), span(start));
                }
            }
            case INTERVAL, MAP, ARRAY, LAMBDA -> {
                Expression literal = literalForm(start, w);
                if (literal != null) {
                    return literal;
                }
            }
            case EXTRACT, POSITION, TRIM -> {
                Expression special = isCall ? special(start, w) : null;
                if (special != null) {
                    return special;
                }
            }
            case GLOB, LIKE, ILIKE -> {
                return pathFrom(start);
            }
            case ISNULL, NOTNULL, INSERT -> {
                return isCall ? pathFrom(start) : hole("an expression");
            }
            default -> {
                if (w.isReserved()) {
                    return hole("an expression");
                }
            }
        }
        return isTyped(w) ? typed(start) : pathFrom(start);
    }

    /// Parses a literal that starts with a word which can also be a name; returns null if this is a name.
    private @Nullable Expression literalForm(int start, Word w) throws SqlSyntaxException {
        switch (w) {
            case INTERVAL -> {
                if (startsInterval()) {
                    return interval(start);
                }
            }
            case MAP -> {
                if (is("{", 1)) {
                    position++;
                    return new Expression.MapValue(entries(), span(start));
                }
            }
            case ARRAY -> {
                if (is("[", 1)) {
                    position++;
                    return list(start);
                }
                if (is("(", 1) && startsQuery(2)) {
                    position++;
                    return new Expression.ArrayQuery(queryInBrackets(), span(start));
                }
            }
            case LAMBDA -> {
                if (isName(1) && (is(":", 2) || is(",", 2))) {
                    return lambda(start);
                }
            }
            default -> {}
        }
        return null;
    }

    private Expression keyword(Expression.Kind kind, int start) {
        position++;
        return literal(kind, start);
    }

    /// Parses a name, a call, or `name.*`.
    private Expression pathFrom(int start) throws SqlSyntaxException {
        position = start;
        List<SqlName> path = List.of(name());
        while (is(".")) {
            if (is("*", 1)) {
                position += 2;
                return star(path, start);
            }
            position++;
            List<SqlName> longer = new ArrayList<>(path);
            longer.add(isName() || kind(0) == Token.Kind.PARAMETER ? name() : missingName("a name"));
            path = longer;
        }
        return is("(") && !path.getLast().isMissing() ? call(path, start) : new Expression.Column(path, span(start));
    }

    /// ```
    /// star = "*" [(EXCLUDE | EXCEPT) (name | "(" path {"," path} ")")] [REPLACE "(" item {"," item} ")"]
    ///        [RENAME "(" path AS name {"," path AS name} ")"]
    /// ```
    private Expression star(@Nullable List<SqlName> path, int start) throws SqlSyntaxException {
        List<SqlName> excluded = List.of();
        List<SelectItem> replaced = List.of();
        List<Expression.Renamed> renamed = List.of();
        boolean isExclude =
                is(Word.EXCLUDE) || is(Word.EXCEPT) && is("(", 1) && (is(")", 2) || isName(2) && !startsQuery(2));
        if (isExclude) {
            position++;
            excluded = is("(") ? excluded() : List.of(name());
        }
        if (is(Word.REPLACE)) {
            position++;
            boolean isList = accept("(");
            replaced = new ArrayList<>();
            do {
                replaced.add(item());
            } while (isList && accept(","));
            if (isList) {
                close(")");
            }
        }
        if (is(Word.RENAME)) {
            position++;
            boolean isList = accept("(");
            renamed = new ArrayList<>();
            do {
                SqlName name = path().getLast();
                expect(Word.AS);
                renamed.add(new Expression.Renamed(name, name()));
            } while (isList && accept(","));
            if (isList) {
                close(")");
            }
        }
        SqlName qualifier = path == null ? null : path.getLast();
        return new Expression.Star(qualifier, excluded, replaced, renamed, span(start));
    }

    private List<SqlName> excluded() throws SqlSyntaxException {
        expect("(");
        List<SqlName> names = new ArrayList<>();
        do {
            names.add(path().getLast());
        } while (accept(","));
        close(")");
        return names;
    }

    /// `bracketed = "(" query ")" | "(" expression ")" | "(" [expression {"," expression}] ")"`
    private Expression bracketed() throws SqlSyntaxException {
        int start = position;
        if (startsQuery(1) || isQueryInBrackets(position + 1)) {
            Query query = queryInBrackets();
            return new Expression.ScalarQuery(query, span(start));
        }
        position++;
        if (accept(")")) {
            return new Expression.Row(List.of(), span(start));
        }
        Expression first = expression();
        if (!is(",")) {
            close(")");
            return parenthesized(first, start);
        }
        List<Expression> elements = new ArrayList<>();
        elements.add(first);
        while (accept(",")) {
            elements.add(expression());
        }
        close(")");
        return new Expression.Row(elements, span(start));
    }

    private Expression parenthesized(Expression e, int start) {
        // The closing bracket of an incomplete statement can be missing.
        boolean isPair = e.span().outerStart() == start + 1 && e.span().outerEnd() == position - 1;
        return isPair ? SpanReplacer.parenthesize(e) : e;
    }

    /// `list = "[" [expression {"," expression}] "]" | "[" comprehension "]"`
    private Expression list(int start) throws SqlSyntaxException {
        expect("[");
        List<Expression> elements = new ArrayList<>();
        while (!atEnd() && !is("]")) {
            elements.add(expression());
            if (is(Word.FOR)) {
                return comprehension(elements.getLast(), start);
            }
            if (!accept(",")) {
                break;
            }
        }
        close("]");
        return new Expression.ListValue(elements, span(start));
    }

    /// `comprehension = expression FOR names IN expression [IF expression]`
    private Expression comprehension(Expression element, int start) throws SqlSyntaxException {
        expect(Word.FOR);
        List<SqlName> names = names();
        expect(Word.IN);
        Expression source = expression();
        Expression condition = accept(Word.IF) ? expression() : null;
        close("]");
        return new Expression.Comprehension(element, names, source, condition, span(start));
    }

    /// `entries = "{" [key ":" expression {"," key ":" expression}] "}"`
    private List<Expression.Entry> entries() throws SqlSyntaxException {
        expect("{");
        List<Expression.Entry> entries = new ArrayList<>();
        while (!atEnd() && !is("}")) {
            Expression key = expression();
            expect(":");
            entries.add(new Expression.Entry(key, expression()));
            if (!accept(",")) {
                break;
            }
        }
        close("}");
        return entries;
    }

    /// `case = CASE [expression] {WHEN expression THEN expression} [ELSE expression] END`
    private Expression caseOf(int start) throws SqlSyntaxException {
        position++;
        Expression operand = is(Word.WHEN) ? null : expression();
        List<Expression.When> branches = new ArrayList<>();
        while (accept(Word.WHEN)) {
            Expression condition = expression();
            expect(Word.THEN);
            branches.add(new Expression.When(condition, expression()));
        }
        if (branches.isEmpty()) {
            report("WHEN");
        }
        Expression otherwise = accept(Word.ELSE) ? expression() : null;
        expect(Word.END);
        return new Expression.Case(operand, branches, otherwise, span(start));
    }

    /// `cast = (CAST | TRY_CAST) "(" expression AS type ")"`
    private Expression cast(int start) throws SqlSyntaxException {
        Expression.CastForm form = is(Word.CAST) ? Expression.CastForm.CAST : Expression.CastForm.TRY_CAST;
        position++;
        expect("(");
        Expression value = expression();
        expect(Word.AS);
        SqlType type = type(true);
        close(")");
        return new Expression.Cast(form, value, type, span(start));
    }

    /// `lambda = LAMBDA names ":" expression`
    private Expression lambda(int start) throws SqlSyntaxException {
        position++;
        List<SqlName> names = names();
        expect(":");
        return new Expression.Lambda(Expression.LambdaForm.KEYWORD, names, expression(), span(start));
    }

    /// ```
    /// extract  = EXTRACT "(" name FROM expression ")"
    /// position = POSITION "(" expression IN expression ")"
    /// trim     = TRIM "(" [BOTH | LEADING | TRAILING] [expression] FROM expression ")"
    /// ```
    ///
    /// Returns null if it is a common call.
    private @Nullable Expression special(int start, Word w) throws SqlSyntaxException {
        if (w != Word.EXTRACT && !hasInBrackets(w == Word.POSITION ? Word.IN : Word.FROM)) {
            // Reading the argument only to find out would take exponential time for nested calls.
            return null;
        }
        int from = position;
        position += 2;
        Expression found = null;
        if (w == Word.EXTRACT && word(1) == Word.FROM) {
            SqlName part = name();
            position++;
            found = new Expression.Extract(part, expression(), NodeSpan.NONE);
        } else if (w == Word.POSITION && !is(")")) {
            Expression needle = expression(Precedence.RELATION);
            found = accept(Word.IN) ? new Expression.Position(needle, expression(), NodeSpan.NONE) : null;
        } else if (w == Word.TRIM && !is(")")) {
            found = trim();
        }
        if (found == null) {
            position = from;
            return null;
        }
        close(")");
        return switch (found) {
            case Expression.Extract e -> new Expression.Extract(e.part(), e.value(), span(start));
            case Expression.Position e -> new Expression.Position(e.needle(), e.text(), span(start));
            case Expression.Trim e -> new Expression.Trim(e.side(), e.characters(), e.text(), span(start));
            default -> found;
        };
    }

    /// Returns whether the brackets after the next token contain a word that is not in further brackets.
    private boolean hasInBrackets(Word w) {
        int depth = 0;
        Token t;
        for (int ahead = 1; (t = token(ahead)) != null; ahead++) {
            depth += t.opens() ? 1 : t.closes() ? -1 : 0;
            if (depth == 0) {
                return false;
            }
            if (depth == 1 && word(ahead) == w) {
                return true;
            }
        }
        return false;
    }

    private @Nullable Expression trim() throws SqlSyntaxException {
        Expression.TrimSide side = Expression.TrimSide.BOTH;
        boolean hasSide = is(Word.BOTH) || is(Word.LEADING) || is(Word.TRAILING);
        if (hasSide && !is(",", 1) && !is(")", 1)) {
            side = Expression.TrimSide.valueOf(word().name());
            position++;
        }
        Expression characters = is(Word.FROM) ? null : expression();
        return accept(Word.FROM) ? new Expression.Trim(side, characters, expression(), NodeSpan.NONE) : null;
    }

    /// `orderTerm = (ALL | expression) [ASC | DESC] [NULLS (FIRST | LAST)]`
    @Override
    final OrderTerm orderTerm() throws SqlSyntaxException {
        int start = position;
        Expression value = is(Word.ALL) && !is("(", 1) && !is(".", 1) ? everything() : expression();
        OrderTerm.Direction direction = accept(Word.ASC)
                ? OrderTerm.Direction.ASC
                : accept(Word.DESC) ? OrderTerm.Direction.DESC : OrderTerm.Direction.UNSPECIFIED;
        OrderTerm.Nulls nulls = OrderTerm.Nulls.UNSPECIFIED;
        if (accept(Word.NULLS, Word.FIRST)) {
            nulls = OrderTerm.Nulls.FIRST;
        } else if (accept(Word.NULLS, Word.LAST)) {
            nulls = OrderTerm.Nulls.LAST;
        }
        return new OrderTerm(value, direction, nulls, span(start));
    }

    final Expression everything() {
        position++;
        return new Expression.Everything(span(position - 1));
    }
}
