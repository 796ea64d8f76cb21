package traceglass.sql.expressions;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.dialect.Sources;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.BinaryOperator;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.SqlStatement;
import traceglass.sql.tree.TableSource;

/// A value of `json_extract`, `->>` and `json_each` keeps its own type where a query returns it, or groups or sorts by
/// it, and is text within an expression; `->` returns JSON text.
final class JsonAccess {
    private static final Set<String> SERIES = Set.of("json_each", "json_tree");
    private static final Set<BinaryOperator> COMPARISONS = EnumSet.of(
            BinaryOperator.IS,
            BinaryOperator.IS_NOT,
            BinaryOperator.IS_DISTINCT_FROM,
            BinaryOperator.IS_NOT_DISTINCT_FROM,
            BinaryOperator.EQUAL,
            BinaryOperator.NOT_EQUAL,
            BinaryOperator.LESS,
            BinaryOperator.LESS_OR_EQUAL,
            BinaryOperator.GREATER,
            BinaryOperator.GREATER_OR_EQUAL);

    /// Complete columns of the result, and complete terms of GROUP BY and ORDER BY.
    private final Set<Expression> shown = Collections.newSetFromMap(new IdentityHashMap<>());
    /// Complete items of lists.
    private final Set<Expression> items = Collections.newSetFromMap(new IdentityHashMap<>());
    /// Operands of functions and operators that read the type of a value.
    private final Set<Expression> typed = Collections.newSetFromMap(new IdentityHashMap<>());
    /// Operands that are compared with a number.
    private final Set<Expression> compared = Collections.newSetFromMap(new IdentityHashMap<>());
    /// Operands of other operators whose other operand is a number.
    private final Set<Expression> counted = Collections.newSetFromMap(new IdentityHashMap<>());
    /// Arguments of the aggregates min and max.
    private final Set<Expression> extremes = Collections.newSetFromMap(new IdentityHashMap<>());
    /// Operands of another access to JSON.
    private final Set<Expression> steps = Collections.newSetFromMap(new IdentityHashMap<>());
    /// Names of the sources of the SELECTs around an expression that list values of JSON.
    private final Deque<List<String>> series = new ArrayDeque<>();

    JsonAccess(SqlStatement statement) {
        if (statement instanceof SqlStatement.Read read) {
            read.query().order().forEach(t -> add(t.value(), shown));
            show(read.query().body());
        }
    }

    /// Returns whether a statement may read values of JSON.
    static boolean isUsed(List<Token> statement) {
        for (Token t : statement) {
            boolean isFound = t.kind() == Token.Kind.OPERATOR
                    ? t.text().startsWith("->")
                    : t.isName() && t.text().regionMatches(true, t.kind() == Token.Kind.WORD ? 0 : 1, "json", 0, 4);
            if (isFound) {
                return true;
            }
        }
        return false;
    }

    private static void add(Expression e, Set<Expression> to) {
        if (e.span().parentheses() == 0) {
            to.add(e);
        }
    }

    private void show(QueryBody body) {
        if (body instanceof QueryBody.SetOperation o) {
            show(o.left());
            show(o.right());
        } else if (body instanceof QueryBody.Select select) {
            select.items().forEach(i -> add(i.value(), shown));
            select.groups().forEach(g -> add(g, shown));
        }
    }

    /// Enters a SELECT.
    void enter(QueryBody.Select select, List<TableSource> sources) {
        select.items().forEach(i -> add(i.value(), items));
        series.push(sources.stream()
                .filter(s -> s instanceof TableSource.Function f
                        && SERIES.contains(f.call().name().text().toLowerCase(Locale.ROOT)))
                .map(Sources::name)
                .toList());
    }

    /// Leaves the SELECT that was entered last.
    void leave() {
        series.pop();
    }

    /// Translates an expression; the parts of it are translated later.
    void apply(Expression expression, EditableStatement statement) {
        switch (expression) {
            case Expression.Call call -> {
                if (readsType(call)) {
                    add(call.arguments().value(0), typed);
                } else if (call.arguments().size() == 1 && isAny(call, "sum", "avg", "total")) {
                    counted.add(call.arguments().value(0));
                } else if (call.arguments().size() == 1 && isAny(call, "min", "max")) {
                    extremes.add(call.arguments().value(0));
                }
                if (call.is("json_extract") && call.name().form() == SqlName.Form.PLAIN) {
                    translateExtract(call, statement);
                }
            }
            case Expression.Binary access when isAccess(access, statement) -> translateAccess(access, statement);
            case Expression.Binary b
            when b.operator() != BinaryOperator.CONCATENATE -> {
                Set<Expression> operands = COMPARISONS.contains(b.operator()) ? compared : counted;
                if (isNumber(b.right())) {
                    operands.add(b.left());
                } else if (isNumber(b.left())) {
                    operands.add(b.right());
                }
            }
            case Expression.Unary sign
            when sign.operator() == Expression.UnaryKind.MINUS -> counted.add(sign.operand());
            case Expression.InList list
            when list.elements().stream().allMatch(JsonAccess::isNumber) -> compared.add(list.value());
            case Expression.Column column -> translateMember(column, statement);
            default -> {}
        }
    }

    /// Returns whether a function reads the type of its first argument.
    private static boolean readsType(Expression.Call call) {
        return call.arguments().size() > 0
                && (call.name().text().toLowerCase(Locale.ROOT).startsWith("json")
                        || call.name().is("count")
                        || call.name().is("typeof"));
    }

    /// Converts a value or key of `json_each` and `json_tree`.
    private void translateMember(Expression.Column column, EditableStatement statement) {
        if (column.name().is("key")) {
            translateKey(column, statement);
            return;
        }
        boolean isMember = (column.name().is("value") || column.name().is("atom"))
                && column.name().form() == SqlName.Form.PLAIN
                && !shown.contains(column)
                && !items.contains(column)
                && !typed.contains(column)
                && !statement.edits.isReplaced(column.span().end() - 1)
                && series.stream().flatMap(List::stream).anyMatch(s -> isOf(column, s));
        if (isMember) {
            statement.edits.wrap(column.span().start(), column.span().end(), "json_extract_string(", ", '$')");
        }
    }

    private static boolean isAny(Expression.Call call, String... names) {
        return Arrays.stream(names).anyMatch(call::is);
    }

    private static boolean isNumber(Expression e) {
        return e instanceof Expression.Literal literal && literal.kind() == Expression.Kind.NUMBER;
    }

    /// Converts a key in an array to its integer where its type is visible or a number is expected.
    private void translateKey(Expression.Column column, EditableStatement statement) {
        boolean isKey = column.name().form() == SqlName.Form.PLAIN
                && (shown.contains(column)
                        || typed.contains(column)
                        || compared.contains(column)
                        || counted.contains(column)
                        || extremes.contains(column))
                && !statement.edits.isReplaced(column.span().end() - 1)
                && series.stream().flatMap(List::stream).anyMatch(s -> isOf(column, s));
        if (isKey && counted.contains(column)) {
            statement.edits.wrap(column.span().start(), column.span().end(), "TRY_CAST(", " AS BIGINT)");
        } else if (isKey) {
            String source = column.path().size() == 1
                    ? onlyOrFirstSource()
                    : statement.tokens.get(column.span().start()).text() + ".";
            String function = compared.contains(column) ? "tg_json_rank" : "tg_json_key";
            statement.edits.builtins.add(function);
            statement.edits.wrap(
                    column.span().start(), column.span().end(), function + "(", ", " + source + "fullkey)");
        }
    }

    /// Returns the qualifier of the source of an unqualified key, which USING may have merged from several sources.
    private String onlyOrFirstSource() {
        for (List<String> sources : series) {
            if (!sources.isEmpty()) {
                return sources.size() == 1 ? "" : Token.quoteName(sources.getFirst()) + ".";
            }
        }
        return "";
    }

    private static boolean isOf(Expression.Column column, String source) {
        return column.path().size() == 1
                || column.path().size() == 2 && column.path().getFirst().is(source);
    }

    private void translateExtract(Expression.Call call, EditableStatement statement) {
        int position = call.span().start();
        List<Expression> values = EditableStatement.arguments(call);
        if (values.size() > 2) {
            statement.edits.wrap(position, call.arguments().span().end() + 1, "CAST(to_json(", ") AS VARCHAR)");
            statement.edits.wrap(
                    values.get(1).span().outerStart(), values.getLast().span().outerEnd(), "[", "]");
        } else if (shown.contains(call)) {
            statement.replaceByBuiltin(position, "tg_json_get");
        } else if (values.size() == 2 && !items.contains(call)) {
            statement.replaceByBuiltin(position, "tg_json_text");
        }
    }

    /// Distinguishes JSON access from DuckDB's lambdas with one parameter, which also use an arrow, but not followed by
    /// a key.
    private static boolean isAccess(Expression e, EditableStatement statement) {
        if (!(e instanceof Expression.Binary b)) {
            return false;
        }
        Token key = statement.tokens.get(b.right().span().outerStart());
        return b.operator() == BinaryOperator.JSON_TEXT
                || b.operator() == BinaryOperator.JSON
                        && (key.kind() == Token.Kind.STRING || key.kind() == Token.Kind.NUMBER);
    }

    /// Translates `a -> 'b' ->> 'c'`, or the part of one that ends with an operator.
    private void translateAccess(Expression.Binary e, EditableStatement statement) {
        int start = e.span().start();
        int end = e.span().end();
        statement.edits.replace(e.left().span().outerEnd(), ",");
        if (e.left() instanceof Expression.Column) {
            add(e.left(), typed);
        }
        if (isAccess(e.left(), statement) && e.left().span().parentheses() == 0) {
            steps.add(e.left());
        }
        if (steps.contains(e)) {
            statement.edits.wrap(start, end, "json_extract(", ")");
        } else if (e.operator() == BinaryOperator.JSON) {
            statement.edits.wrap(start, end, "CAST(json_extract(", ") AS VARCHAR)");
        } else {
            String function = shown.contains(e) ? "tg_json_get" : "tg_json_text";
            statement.edits.builtins.add(function);
            statement.edits.wrap(start, end, function + "(", ")");
        }
    }
}
