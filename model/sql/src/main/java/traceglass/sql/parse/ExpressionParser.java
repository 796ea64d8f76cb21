package traceglass.sql.parse;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.BinaryOperator;
import traceglass.sql.tree.CallArguments;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.Precedence;
import traceglass.sql.tree.SqlName;

/// Parses operators by precedence climbing, with SQLite's levels ([Precedence]).
///
/// ```
/// expression = unary {binary expression | postfixTest}       by level, all left associative
/// unary      = (NOT | "-" | "+" | "~") expression | operand {postfix}
/// binary     = OR | AND | "=" | "<" | … | [NOT] (LIKE | GLOB | …)
/// ```
abstract class ExpressionParser extends ValueParser {

    ExpressionParser(List<Token> tokens, boolean isTolerant) {
        super(tokens, isTolerant);
    }

    @Override
    final Expression expression(int level) throws SqlSyntaxException {
        int start = position;
        Expression left = unary();
        while (position < tokens.size()) {
            Expression longer = kind(0) == Token.Kind.OPERATOR ? sign(left, level, start) : words(left, level, start);
            if (longer == null) {
                break;
            }
            left = longer;
        }
        return left;
    }

    private Expression unary() throws SqlSyntaxException {
        int start = position;
        Expression.UnaryKind kind = prefix();
        if (kind == null) {
            return postfix(operand(), start);
        }
        position++;
        Expression operand = expression(kind == Expression.UnaryKind.NOT ? Precedence.NOT : Precedence.UNARY);
        return new Expression.Unary(kind, operand, span(start));
    }

    private Expression.@Nullable UnaryKind prefix() {
        if (is(Word.NOT)) {
            return Expression.UnaryKind.NOT;
        }
        return switch (operator()) {
            case "-" -> Expression.UnaryKind.MINUS;
            case "+" -> Expression.UnaryKind.PLUS;
            case "~" -> Expression.UnaryKind.BIT_NOT;
            default -> null;
        };
    }

    /// Parses an operator that is not a word and its right operand; returns null if there is none of this level.
    private @Nullable Expression sign(Expression left, int level, int start) throws SqlSyntaxException {
        BinaryOperator operator = BinaryOperator.of(operator());
        if (operator == null || operator.level() < level) {
            return null;
        }
        position++;
        if (operator.isComparison()) {
            Expression quantified = quantified();
            if (quantified != null) {
                return new Expression.Binary(operator, left, quantified, span(start));
            }
        }
        Expression right = expression(operator.level() + 1);
        return new Expression.Binary(operator, left, right, span(start));
    }

    /// `quantified = (ANY | SOME | ALL) "(" (query | expression) ")"`
    private @Nullable Expression quantified() throws SqlSyntaxException {
        boolean isAll = is(Word.ALL);
        if (!isAll && !is(Word.ANY) && !is(Word.SOME) || !is("(", 1)) {
            return null;
        }
        int start = position;
        position++;
        Expression.Quantifier quantifier = isAll ? Expression.Quantifier.ALL : Expression.Quantifier.ANY;
        if (startsQuery(1) || isQueryInBrackets(position + 1)) {
            return new Expression.Quantified(quantifier, queryInBrackets(), null, span(start));
        }
        expect("(");
        Expression list = expression();
        close(")");
        return new Expression.Quantified(quantifier, null, list, span(start));
    }

    /// Returns the operator that compares with a pattern and is written with this word; null if there is none.
    private static @Nullable BinaryOperator pattern(Word word, boolean isNegated) {
        return switch (word) {
            case LIKE, ILIKE, GLOB, REGEXP, MATCH, SIMILAR ->
                BinaryOperator.of((isNegated ? "NOT " : "") + (word == Word.SIMILAR ? "SIMILAR TO" : word.name()));
            default -> null;
        };
    }

    /// Parses an operator that is a word, and the rest of its expression; returns null if there is no such
    /// operator of this level.
    private @Nullable Expression words(Expression left, int level, int start) throws SqlSyntaxException {
        Word w = word();
        switch (w) {
            case AND -> {
                return level > Precedence.AND ? null : binary(BinaryOperator.AND, left, start);
            }
            case OR -> {
                return level > Precedence.OR ? null : binary(BinaryOperator.OR, left, start);
            }
            case COLLATE -> {
                if (level > Precedence.COLLATE) {
                    return null;
                }
                position++;
                return new Expression.Collate(left, name(), span(start));
            }
            case AT -> {
                if (level > Precedence.COLLATE || word(1) != Word.TIME || word(2) != Word.ZONE) {
                    return null;
                }
                position += 3;
                return new Expression.AtTimeZone(left, expression(Precedence.UNARY), span(start));
            }
            case IS, ISNULL, NOTNULL, NOT, IN, BETWEEN, LIKE, ILIKE, GLOB, REGEXP, MATCH, SIMILAR -> {
                return level > Precedence.EQUALITY ? null : test(left, w, start);
            }
            default -> {
                return null;
            }
        }
    }

    private Expression binary(BinaryOperator operator, Expression left, int start) throws SqlSyntaxException {
        position++;
        return new Expression.Binary(operator, left, expression(operator.level() + 1), span(start));
    }

    /// ```
    /// test = IS [NOT] [DISTINCT FROM] expression | ISNULL | NOTNULL | NOT NULL | [NOT] IN in
    ///      | [NOT] BETWEEN expression AND expression | [NOT] pattern expression [ESCAPE expression]
    /// ```
    private @Nullable Expression test(Expression left, Word w, int start) throws SqlSyntaxException {
        if (w == Word.IS) {
            return is(left, start);
        }
        if (w == Word.ISNULL || w == Word.NOTNULL || w == Word.NOT && word(1) == Word.NULL) {
            BinaryOperator operator = w == Word.ISNULL ? BinaryOperator.IS : BinaryOperator.IS_NOT;
            position += w == Word.NOT ? 2 : 1;
            Expression nullLiteral = new Expression.Literal(Expression.Kind.NULL, "NULL", span(position - 1));
            return new Expression.Binary(operator, left, nullLiteral, span(start));
        }
        boolean isNegated = w == Word.NOT;
        Word verb = isNegated ? word(1) : w;
        if (verb == Word.IN || verb == Word.BETWEEN) {
            position += isNegated ? 2 : 1;
            return verb == Word.IN ? in(left, isNegated, start) : between(left, isNegated, start);
        }
        BinaryOperator pattern = pattern(verb, isNegated);
        if (pattern == null || (verb == Word.SIMILAR && word(isNegated ? 2 : 1) != Word.TO)) {
            return null;
        }
        if ((verb == Word.MATCH || verb == Word.REGEXP) && !isFollowedByOperand(isNegated ? 2 : 1)) {
            return null;
        }
        position += (isNegated ? 2 : 1) + (verb == Word.SIMILAR ? 1 : 0);
        Expression text = expression(Precedence.RELATION);
        Expression escape = accept(Word.ESCAPE) ? expression(Precedence.RELATION) : null;
        return new Expression.Pattern(pattern, left, text, escape, span(start));
    }

    /// Returns whether an operand can start at a token, so that the word before it is an operator and not a name.
    private boolean isFollowedByOperand(int ahead) {
        Token.Kind kind = kind(ahead);
        if (kind == null || kind == Token.Kind.OPERATOR) {
            return switch (operator(ahead)) {
                case "(", "-", "+", "~", "[", "{" -> true;
                default -> false;
            };
        }
        return switch (word(ahead)) {
            case CASE, NULL, EXISTS -> true;
            default -> !word(ahead).isReserved();
        };
    }

    private Expression is(Expression left, int start) throws SqlSyntaxException {
        position++;
        boolean isNegated = accept(Word.NOT);
        if (accept(Word.DISTINCT, Word.FROM)) {
            BinaryOperator operator = isNegated ? BinaryOperator.IS_NOT_DISTINCT_FROM : BinaryOperator.IS_DISTINCT_FROM;
            return new Expression.Binary(operator, left, expression(Precedence.RELATION), span(start));
        }
        BinaryOperator operator = isNegated ? BinaryOperator.IS_NOT : BinaryOperator.IS;
        Expression right;
        if (is(Word.UNKNOWN) && !is(".", 1) && !is("(", 1)) {
            position++;
            right = new Expression.Literal(
                    Expression.Kind.UNKNOWN, tokens.get(position - 1).text(), span(position - 1));
        } else {
            right = expression(Precedence.RELATION);
        }
        return new Expression.Binary(operator, left, right, span(start));
    }

    /// `between = expression AND expression`
    private Expression between(Expression value, boolean isNegated, int start) throws SqlSyntaxException {
        Expression low = expression(Precedence.EQUALITY);
        expect(Word.AND);
        Expression high = expression(Precedence.RELATION);
        return new Expression.Between(value, isNegated, low, high, span(start));
    }

    /// `in = "(" query ")" | "(" [expressions] ")" | expression`
    private Expression in(Expression value, boolean isNegated, int start) throws SqlSyntaxException {
        if (!is("(")) {
            int from = position;
            return new Expression.InValue(value, isNegated, postfix(operand(), from), span(start));
        }
        if (startsQuery(1) || isQueryInBrackets(position + 1)) {
            return new Expression.InQuery(value, isNegated, queryInBrackets(), span(start));
        }
        position++;
        List<Expression> elements = new ArrayList<>();
        if (!is(")")) {
            do {
                elements.add(expression());
            } while (accept(",") && !is(")"));
        }
        close(")");
        return new Expression.InList(value, isNegated, elements, span(start));
    }

    /// ```
    /// postfix = "::" type | "[" expression "]" | "[" [expression] ":" [expression] [":" [expression]] "]"
    ///         | "." name | "." name "(" arguments ")" | "." "*"
    /// ```
    private Expression postfix(Expression value, int start) throws SqlSyntaxException {
        Expression e = value;
        while (true) {
            if (accept("::")) {
                e = new Expression.Cast(Expression.CastForm.COLONS, e, type(false), span(start));
            } else if (is("[")) {
                e = subscript(e, start);
            } else if (is(".") && !(e instanceof Expression.Hole)) {
                e = member(e, start);
            } else {
                return e;
            }
        }
    }

    private Expression member(Expression value, int start) throws SqlSyntaxException {
        position++;
        if (accept("*")) {
            return new Expression.AllFields(value, span(start));
        }
        SqlName name = isName() ? name() : missingName("a name");
        if (!accept("(")) {
            return new Expression.Field(value, name, span(start));
        }
        CallArguments arguments = arguments(name);
        close(")");
        return new Expression.MethodCall(value, name, arguments, span(start));
    }

    private Expression subscript(Expression value, int start) throws SqlSyntaxException {
        expect("[");
        Expression from = is(":") ? null : expression();
        if (!is(":")) {
            close("]");
            return from == null ? value : new Expression.Subscript(value, from, span(start));
        }
        position++;
        Expression to = sliceEnd();
        Expression step = accept(":") && !is("]") ? expression() : null;
        close("]");
        return new Expression.Slice(value, from, to, step, span(start));
    }

    private @Nullable Expression sliceEnd() throws SqlSyntaxException {
        if (is("-") && (is(":", 1) || is("]", 1))) {
            // In `[a:-:step]`, the dash means that the slice has no end.
            position++;
            return null;
        }
        return is(":") || is("]") ? null : expression();
    }
}
