package traceglass.sql.conversions;

import java.util.ArrayList;
import java.util.List;
import traceglass.sql.bind.Binding;
import traceglass.sql.dialect.GroupValue;
import traceglass.sql.dialect.StatementChanges;
import traceglass.sql.functions.SqlFunctions;
import traceglass.sql.functions.TextNumber;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.NodeEdits;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.TableSource;
import traceglass.sql.types.DuckType;
import traceglass.sql.types.FunctionTypes;
import traceglass.sql.types.TypeKind;

/// Conversions of values that a statement needs, collected as changes for its translation.
public final class ValueConversions {
    /// A value that is greater than all numbers.
    private static final String GREATEST = "CAST('nan' AS DOUBLE)";
    /// Text that stands for a value of another type where values are tested for equality. A character alone would equal
    /// that character in a trace.
    private static final String UNEQUAL = "'\uE000 value of another type \uE000'";

    private final StatementChanges changes;
    /// Expressions that are replaced or moved.
    private final NodeEdits edits;

    /// Creates an empty collection.
    ///
    /// @param tokens tokens of the statement
    public ValueConversions(List<Token> tokens, StatementChanges changes) {
        edits = new NodeEdits(tokens);
        this.changes = changes;
    }

    /// Returns whether a value is text, except for a string literal, whose type DuckDB chooses itself.
    static boolean isText(DuckType type) {
        return type.kind() == TypeKind.VARCHAR || type.kind() == TypeKind.JSON;
    }

    /// Returns whether a value is a string literal.
    static boolean isString(DuckType type) {
        return type.kind() == TypeKind.STRING_LITERAL;
    }

    /// Converts a value to a number: booleans count as 0 and 1, text as its leading number.
    void toNumber(Expression value, DuckType type) {
        if (type.isBoolean()) {
            wrap(value, "CAST(", " AS BIGINT)");
        } else if (isString(type)) {
            replace(value, TextNumber.of(Binding.literalText(value)));
        } else if (isText(type) || type.equals(DuckType.VARIANT)) {
            changes.builtins.add("tg_text_number");
            wrap(value, "tg_text_number(", ")");
        }
    }

    /// Converts text to a boolean: whether its leading number is not 0.
    void toCondition(Expression value) {
        changes.builtins.add("tg_text_number");
        wrap(value, "(tg_text_number(", ") <> 0)");
    }

    /// Converts a value to an integer: reals are truncated and limited to 64 bits, text counts as its leading integer.
    void toInteger(Expression value, DuckType type) {
        if (type.kind() == TypeKind.DOUBLE || type.kind() == TypeKind.FLOAT) {
            changes.builtins.add("tg_whole");
            wrap(value, "tg_whole(", ")");
        } else if (type.isBoolean()) {
            wrap(value, "CAST(", " AS BIGINT)");
        } else if (type.isText()) {
            changes.builtins.add("tg_text_int");
            wrap(value, "tg_text_int(", ")");
        }
    }

    /// Widens an integer to 64 bits.
    public void toWideInteger(Expression value) {
        wrap(value, "CAST(", " AS BIGINT)");
    }

    /// Allows shifts by 64 bits or more.
    void allowWideShifts() {
        changes.hasWideShifts = true;
    }

    /// Converts a number or boolean to text.
    void toText(Expression value, DuckType type) {
        boolean isWhole = value instanceof Expression.Literal literal
                && literal.kind() == Expression.Kind.NUMBER
                && literal.span().parentheses() == 0
                && literal.text().chars().allMatch(c -> c >= '0' && c <= '9');
        if (isWhole) {
            replace(value, Token.quoteString(((Expression.Literal) value).text()));
        } else if (type.isReal()) {
            changes.builtins.add("tg_text");
            wrap(value, "tg_text(", ")");
        } else if (type.isBoolean()) {
            wrap(value, "CAST(CAST(", " AS INTEGER) AS VARCHAR)");
        } else {
            wrap(value, "CAST(", " AS VARCHAR)");
        }
    }

    /// Converts a value to text that no text in a trace equals.
    void toUnequalText(Expression value) {
        wrap(value, "CASE WHEN (", ") IS NOT NULL THEN " + UNEQUAL + " END");
    }

    /// Converts a value to a BLOB that no BLOB in a trace equals.
    void toUnequalBlob(Expression value) {
        wrap(value, "CASE WHEN (", ") IS NOT NULL THEN encode(" + UNEQUAL + ") END");
    }

    /// Converts values of different types, of which one is greater than all values of the other type, to numbers.
    void toOrder(Expression greater, Expression less) {
        wrap(greater, "CASE WHEN (", ") IS NOT NULL THEN 1 END");
        wrap(less, "CASE WHEN (", ") IS NOT NULL THEN 0 END");
    }

    /// Converts a value to a VARIANT, so that it keeps its own type in a column with values of other types.
    public void toVariant(Expression value) {
        wrap(value, "CAST(", " AS VARIANT)");
    }

    /// Converts text that is a number to this number, and other text to a value that is greater than all numbers.
    void toComparable(Expression value, DuckType type) {
        if (isString(type)) {
            String text = Binding.literalText(value);
            // DuckDB would round a fraction that is compared with a column of integers.
            boolean isNumber = TextNumber.isNumber(text);
            replace(value, isNumber ? TextNumber.of(text) : GREATEST);
        } else {
            changes.builtins.add("tg_comparable");
            wrap(value, "tg_comparable(", ")");
        }
    }

    /// Converts text to a value that is greater than all numbers.
    void toGreatest(Expression text) {
        wrap(text, "CASE WHEN (", ") IS NOT NULL THEN " + GREATEST + " END");
    }

    /// Converts text to the greatest number.
    ///
    /// @param isReal whether the number is compared with reals, or else with integers
    void toGreatest(Expression text, boolean isReal) {
        wrap(text, "CASE WHEN (", ") IS NOT NULL THEN " + (isReal ? GREATEST : Long.toString(Long.MAX_VALUE)) + " END");
    }

    /// Converts a value to text that is not greater than any other.
    void toLeastText(Expression value) {
        wrap(value, "CASE WHEN (", ") IS NOT NULL THEN '' END");
    }

    /// Converts a value to a NULL of a type.
    void toNull(Expression value, String type) {
        wrap(value, "CAST(CASE WHEN (", ") IS NULL THEN NULL END AS " + type + ")");
    }

    /// Replaces the right operand of `%` by 1 if it is -1. The result is the same, but with -1 DuckDB reports an
    /// overflow for the smallest integer.
    void toDivisor(Expression value) {
        changes.builtins.add("tg_divisor");
        wrap(value, "tg_divisor(", ")");
    }

    /// Calculates `%` of reals by their integer parts.
    void convertRealModulo(Expression.Binary modulo) {
        changes.realModulos.add(modulo.left().span().outerEnd());
    }

    /// Replaces a string literal by its leading number, as an integer if that is exact.
    void toNumeric(Expression literal) {
        replace(literal, TextNumber.ofNumeric(Binding.literalText(literal)));
    }

    /// Converts the operand of `CAST(… AS INT)` from text, a boolean or a double, or that of `CAST(… AS NUMERIC)`.
    ///
    /// @param type VARCHAR, BOOLEAN, DOUBLE, or NUMERIC if the operand is already a number
    void convertCastOperand(Expression.Cast cast, String type) {
        changes.castOperands.put(cast.span().start(), type);
    }

    /// Adds RECURSIVE to WITH.
    public void markRecursive() {
        changes.isRecursive = true;
    }

    /// Replaces a name in double quotes by a string.
    void makeString(Expression.Column name) {
        changes.strings.add(name.span().start());
    }

    /// Adds the name of its source to a column.
    public void qualify(Expression.Column column, String source) {
        replace(
                column,
                Token.quoteName(source) + "." + Token.quoteName(column.name().text()));
    }

    /// Replaces USING by ON.
    ///
    /// @param terms comparisons, one for each column
    public void joinOn(TableSource.Join join, List<String> terms) {
        List<SqlName> names = join.using();
        changes.replacements.put(join.right().span().end(), "ON");
        for (int i = 0; i < names.size(); i++) {
            changes.replacements.put(names.get(i).span().start(), terms.get(i));
            if (i > 0) {
                int comma = names.get(i - 1).span().end();
                changes.replacements.put(comma, "AND");
            }
        }
    }

    /// Excludes columns from `*`.
    ///
    /// @param columns names, qualified by the names of their sources
    public void exclude(Expression.Star star, List<String> columns) {
        changes.replacements.put(star.span().start(), "* EXCLUDE (" + String.join(", ", columns) + ")");
    }

    /// Moves the condition of a join into that of a later one.
    public void moveCondition(Expression condition, Expression later) {
        Token location = condition.span().outerTokens().getFirst();
        List<Token> both = parenthesize(edits.tokens(later), location);
        both.add(newToken(Token.Kind.WORD, "AND", location));
        both.addAll(parenthesize(edits.tokens(condition), location));
        edits.replaceOuter(later, both);
        edits.replaceOuter(condition, List.of(newToken(Token.Kind.WORD, "TRUE", location)));
    }

    /// Replaces an alias by its expression.
    public void replaceAlias(Expression.Column alias, Expression value) {
        if (!edits.isReplaced(alias)) {
            Token location = alias.span().tokens().getFirst();
            edits.replace(alias, parenthesize(value.span().outerTokens(), location));
        }
    }

    private static List<Token> parenthesize(List<Token> expression, Token location) {
        List<Token> out = new ArrayList<>();
        out.add(newToken(Token.Kind.OPERATOR, "(", location));
        out.addAll(expression);
        out.add(newToken(Token.Kind.OPERATOR, ")", location));
        return out;
    }

    private static Token newToken(Token.Kind kind, String text, Token location) {
        return new Token(kind, text, location.source(), location.start(), location.origin(), true);
    }

    /// Applies replacements of whole expressions. If there are any, the resulting tokens must be parsed and translated
    /// again.
    public void finish() {
        if (!edits.isEmpty()) {
            changes.rewritten = edits.apply();
        }
    }

    /// Calls one of the `Builtins` instead.
    void callBuiltin(Expression.Call call, String name) {
        changes.builtins.add(name);
        callDuckDb(call, name);
    }

    /// Calls DuckDB's own function instead of the dialect's macro.
    void callDuckDb(Expression.Call call, String name) {
        changes.replacements.put(call.span().start(), name);
    }

    /// Truncates a real to an integer.
    void truncate(Expression value) {
        wrap(value, "CAST(trunc(", ") AS BIGINT)");
    }

    /// Puts parentheses around a value.
    void enclose(Expression value) {
        wrap(value, "(", ")");
    }

    /// Returns the value of columns outside GROUP BY in a query with a min() or max(): that in the row of the
    /// extreme.
    public GroupValue groupValue(Expression.Call extreme) {
        return GroupValue.at(extreme, changes.builtins);
    }

    /// Converts a value outside GROUP BY to its value in a group.
    public void toGroupValue(Expression value, GroupValue group) {
        wrap(value, group.open(), group.close());
    }

    /// Converts all columns of `*` to their values in a group.
    public void toGroupValues(Expression.Star star, GroupValue group) {
        wrap(star, group.open() + "COLUMNS(", ")" + group.close());
    }

    /// Returns whether a call is an aggregate, which has one value for several rows.
    public static boolean isAggregate(Expression.Call call) {
        boolean isScalar =
                (call.is("min") || call.is("max")) && call.arguments().size() > 1;
        FunctionTypes.Signature signature = FunctionTypes.of(call.name().text());
        return !isScalar
                && (signature != null && signature.isAggregate()
                        || SqlFunctions.isAggregate(call.name().text()));
    }

    private void wrap(Expression value, String open, String close) {
        int start = value.span().outerStart();
        int end = value.span().outerEnd();
        boolean isNew = changes.wraps.stream()
                .noneMatch(w -> w.start() == start && w.end() == end && w.open().equals(open));
        if (isNew) {
            changes.wraps.add(new StatementChanges.Wrap(start, end, open, close));
        }
    }

    /// Replaces a value that consists of one token.
    private void replace(Expression value, String text) {
        changes.replacements.put(value.span().start(), text);
    }
}
