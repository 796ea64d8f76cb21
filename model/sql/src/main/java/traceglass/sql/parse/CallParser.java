package traceglass.sql.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.CallArguments;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.OrderTerm;
import traceglass.sql.tree.Precedence;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.SelectItem;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.SqlType;
import traceglass.sql.tree.WindowSpec;

/// Parses calls, windows and types.
abstract class CallParser extends TokenCursor {
    /// Functions whose arguments can be lambdas with an arrow, which is the JSON operator everywhere else.
    private static final Set<String> TAKE_LAMBDAS = Set.of(
            "list_transform",
            "array_transform",
            "list_apply",
            "array_apply",
            "apply",
            "transform",
            "list_filter",
            "array_filter",
            "filter",
            "list_reduce",
            "array_reduce",
            "reduce",
            "columns");

    CallParser(List<Token> tokens, boolean isTolerant) {
        super(tokens, isTolerant);
    }

    abstract Expression expression(int level) throws SqlSyntaxException;

    abstract OrderTerm orderTerm() throws SqlSyntaxException;

    abstract Query query() throws SqlSyntaxException;

    /// Parses the arguments of an operator.
    abstract CallArguments operatorArguments() throws SqlSyntaxException;

    /// Returns whether a query starts at the token `ahead` tokens after the next one.
    abstract boolean startsQuery(int ahead);

    /// Parses an expression with operators of any precedence.
    final Expression expression() throws SqlSyntaxException {
        return expression(Precedence.OR);
    }

    /// `expressions = expression {"," expression}`
    final List<Expression> expressions() throws SqlSyntaxException {
        List<Expression> list = new ArrayList<>();
        do {
            list.add(expression());
        } while (accept(","));
        return list;
    }

    /// `orderTerms = orderTerm {"," orderTerm}`
    final List<OrderTerm> orderTerms() throws SqlSyntaxException {
        List<OrderTerm> terms = new ArrayList<>();
        do {
            terms.add(orderTerm());
        } while (accept(","));
        return terms;
    }

    // --- brackets ------------------------------------------------------------

    /// Expects a closing bracket. A tolerant parser skips unexpected tokens before it.
    final void close(String bracket) throws SqlSyntaxException {
        if (accept(bracket)) {
            return;
        }
        report("\"" + bracket + "\"");
        int start = position;
        while (!atEnd() && !current().closes() && !startsClause()) {
            skipTo(current().opens() ? Math.min(closing(position) + 1, tokens.size()) : position + 1);
        }
        if (!accept(bracket)) {
            position = start;
        }
    }

    /// Skips unexpected tokens in a tolerant parser, up to the next clause or closing bracket.
    final void skipToClause() throws SqlSyntaxException {
        if (!isTolerant() || atEnd() || startsClause() || continuesQuery()) {
            return;
        }
        report("the next clause");
        while (!atEnd() && !startsClause() && !continuesQuery()) {
            skipTo(current().opens() ? Math.min(closing(position) + 1, tokens.size()) : position + 1);
        }
    }

    private boolean continuesQuery() {
        return current().closes()
                || is("|>")
                || switch (word()) {
                    case WINDOW, QUALIFY, USING, OFFSET, FETCH, RETURNING -> true;
                    default -> false;
                };
    }

    /// Returns whether the next word can only be the start of a clause.
    final boolean startsClause() {
        return switch (word()) {
            case SELECT, FROM, WHERE, GROUP, ORDER, HAVING, LIMIT, UNION, EXCEPT, INTERSECT, JOIN, ON -> true;
            default -> false;
        };
    }

    /// `"(" query ")"`
    final Query queryInBrackets() throws SqlSyntaxException {
        expect("(");
        Query query = query();
        close(")");
        return query;
    }

    /// Returns whether the parenthesis that opens at an index contains a query that itself starts with a
    /// parenthesis, such as `((SELECT 1) UNION SELECT 2)`, or a query whose first operand is this query.
    final boolean isQueryInBrackets(int index) {
        int ahead = index - position;
        if (!is("(", ahead)) {
            return false;
        }
        if (!startsQuery(ahead + 1) && !isQueryInBrackets(index + 1)) {
            return false;
        }
        return switch (word(closing(index) + 1 - position)) {
            case UNION, EXCEPT, INTERSECT, ORDER, LIMIT, OFFSET -> true;
            default -> false;
        };
    }

    // --- calls ------------------------------------------------------------

    /// Returns whether a call of a macro starts here.
    final boolean isMacro() {
        return is("!", 1) && is("(", 2) && isName();
    }

    /// `macroCall = name "!" "(" {TOKEN} ")"`
    final Expression.MacroCall macroCall() throws SqlSyntaxException {
        int start = position;
        SqlName name = name();
        position++;
        int open = position;
        skipTo(closing(open));
        List<Token> arguments = tokens.subList(open + 1, Math.max(position, open + 1));
        expect(")");
        return new Expression.MacroCall(name, raw(arguments), span(start));
    }

    /// ```
    /// call = path "(" arguments [(IGNORE | RESPECT) NULLS] ")" [WITHIN GROUP "(" ORDER BY orderTerms ")"]
    ///        [FILTER "(" [WHERE] expression ")"] [(IGNORE | RESPECT) NULLS] [OVER window]
    /// ```
    final Expression call(List<SqlName> path, int start) throws SqlSyntaxException {
        if (path.size() == 1 && path.getFirst().is("grouping") && is(Word.SETS)) {
            throw expected("an expression");
        }
        markFunction(start);
        expect("(");
        boolean isOperator =
                path.size() == 1 && TableArguments.isOperator(path.getFirst().text());
        CallArguments arguments = isOperator ? operatorArguments() : arguments(path.getLast());
        Expression.Nulls nulls = nulls();
        close(")");
        if (is(Word.WITHIN) && word(1) == Word.GROUP && is("(", 2)) {
            position += 3;
            expect(Word.ORDER);
            expect(Word.BY);
            arguments =
                    new CallArguments(arguments.isDistinct(), arguments.list(), orderTerms(), true, arguments.span());
            close(")");
        }
        Expression filter = null;
        if (is(Word.FILTER) && is("(", 1)) {
            position += 2;
            accept(Word.WHERE);
            filter = expression();
            close(")");
        }
        nulls = nulls == Expression.Nulls.UNSPECIFIED ? nulls() : nulls;
        WindowSpec window = null;
        if (is(Word.OVER) && (is("(", 1) || isName(1))) {
            position++;
            window = over();
        }
        return new Expression.Call(path, arguments, filter, window, nulls, span(start));
    }

    static boolean takesLambdas(SqlName function) {
        return TAKE_LAMBDAS.contains(function.text().toLowerCase(Locale.ROOT));
    }

    private Expression.Nulls nulls() {
        return accept(Word.IGNORE, Word.NULLS)
                ? Expression.Nulls.IGNORE
                : accept(Word.RESPECT, Word.NULLS) ? Expression.Nulls.RESPECT : Expression.Nulls.UNSPECIFIED;
    }

    /// `arguments = [DISTINCT | ALL] [argument {"," argument}] [ORDER BY orderTerms]`; those of
    /// `substring` may follow FROM and FOR.
    final CallArguments arguments(SqlName function) throws SqlSyntaxException {
        int start = position;
        if (is(")")) {
            return new CallArguments(false, List.of(), List.of(), false, span(start));
        }
        boolean isDistinct = accept(Word.DISTINCT);
        if (!isDistinct && is(Word.ALL) && !is(",", 1) && !is(")", 1) && !is(".", 1)) {
            position++;
        }
        boolean hasWords = function.is("substring");
        List<CallArguments.Argument> list = new ArrayList<>(4);
        do {
            list.add(argument(takesLambdas(function)));
        } while (accept(",") || hasWords && (accept(Word.FROM) || accept(Word.FOR)));
        List<OrderTerm> order = accept(Word.ORDER, Word.BY) ? orderTerms() : List.of();
        return new CallArguments(isDistinct, list, order, false, span(start));
    }

    /// `argument = [name (":=" | "=>")] expression | name "->" expression | "(" names ")" "->" expression`
    private CallArguments.Argument argument(boolean takesLambdas) throws SqlSyntaxException {
        if (isName() && (is(":=", 1) || is("=>", 1))) {
            SqlName name = name();
            position++;
            return new CallArguments.Argument(name, expression());
        }
        if (takesLambdas && (isName() && is("->", 1) || is("(") && is("->", closing(position) + 1 - position))) {
            int start = position;
            List<SqlName> names = is("(") ? nameList() : List.of(name());
            position++;
            return new CallArguments.Argument(
                    null, new Expression.Lambda(Expression.LambdaForm.ARROW, names, expression(), span(start)));
        }
        return new CallArguments.Argument(null, expression());
    }

    // --- windows ------------------------------------------------------------

    /// `over = name | window`
    private WindowSpec over() throws SqlSyntaxException {
        int start = position;
        if (is("(")) {
            return window();
        }
        return new WindowSpec(name(), true, List.of(), List.of(), null, span(start));
    }

    /// `window = "(" [name] [PARTITION BY expressions] [ORDER BY orderTerms] [frame] ")"`
    final WindowSpec window() throws SqlSyntaxException {
        int start = position;
        expect("(");
        boolean hasBase = isFreeName() && !is(Word.PARTITION) && frameUnit() == null;
        SqlName base = hasBase ? name() : null;
        List<Expression> partitions = accept(Word.PARTITION, Word.BY) ? expressions() : List.of();
        List<OrderTerm> order = accept(Word.ORDER, Word.BY) ? orderTerms() : List.of();
        WindowSpec.Unit unit = frameUnit();
        WindowSpec.Frame frame = unit == null ? null : frame(unit);
        close(")");
        return new WindowSpec(base, false, partitions, order, frame, span(start));
    }

    private WindowSpec.@Nullable Unit frameUnit() {
        return switch (word()) {
            case ROWS -> WindowSpec.Unit.ROWS;
            case RANGE -> WindowSpec.Unit.RANGE;
            case GROUPS -> WindowSpec.Unit.GROUPS;
            default -> null;
        };
    }

    /// ```
    /// frame = (ROWS | RANGE | GROUPS) (BETWEEN bound AND bound | bound)
    ///         [EXCLUDE (NO OTHERS | CURRENT ROW | GROUP | TIES)]
    /// ```
    private WindowSpec.Frame frame(WindowSpec.Unit unit) throws SqlSyntaxException {
        position++;
        boolean isBetween = accept(Word.BETWEEN);
        WindowSpec.Bound start = bound();
        WindowSpec.Bound end = null;
        if (isBetween) {
            expect(Word.AND);
            end = bound();
        }
        WindowSpec.Exclude exclude = WindowSpec.Exclude.UNSPECIFIED;
        if (accept(Word.EXCLUDE)) {
            exclude = accept(Word.NO, Word.OTHERS)
                    ? WindowSpec.Exclude.NO_OTHERS
                    : accept(Word.CURRENT, Word.ROW)
                            ? WindowSpec.Exclude.CURRENT_ROW
                            : accept(Word.GROUP) ? WindowSpec.Exclude.GROUP : WindowSpec.Exclude.TIES;
            if (exclude == WindowSpec.Exclude.TIES) {
                expect(Word.TIES);
            }
        }
        return new WindowSpec.Frame(unit, start, end, exclude);
    }

    /// `bound = UNBOUNDED (PRECEDING | FOLLOWING) | CURRENT ROW | expression (PRECEDING | FOLLOWING)`
    private WindowSpec.Bound bound() throws SqlSyntaxException {
        if (accept(Word.CURRENT, Word.ROW)) {
            return new WindowSpec.Bound(WindowSpec.BoundKind.CURRENT_ROW, null);
        }
        boolean isUnbounded = accept(Word.UNBOUNDED);
        Expression offset = isUnbounded ? null : expression(Precedence.NOT);
        boolean isPreceding = accept(Word.PRECEDING);
        if (!isPreceding) {
            expect(Word.FOLLOWING);
        }
        WindowSpec.BoundKind kind = isUnbounded
                ? isPreceding ? WindowSpec.BoundKind.UNBOUNDED_PRECEDING : WindowSpec.BoundKind.UNBOUNDED_FOLLOWING
                : isPreceding ? WindowSpec.BoundKind.PRECEDING : WindowSpec.BoundKind.FOLLOWING;
        return new WindowSpec.Bound(kind, offset);
    }

    // --- types ------------------------------------------------------------

    /// `type = name {name} ["(" (expressions | fields) ")"] {"[" [expression] "]"}`
    ///
    /// @param isWordy whether the type can have several words, because a bracket or comma ends it
    final SqlType type(boolean isWordy) throws SqlSyntaxException {
        int start = position;
        if (!isName() && kind(0) != Token.Kind.PARAMETER && kind(0) != Token.Kind.STRING) {
            report("a type");
            return new SqlType.Simple("", List.of(), span(position));
        }
        StringBuilder name = new StringBuilder(current().text());
        position++;
        markName();
        while (is(".") && isName(1)) {
            name.append('.').append(tokens.get(position + 1).text());
            position += 2;
        }
        while (isWordy ? isFreeName() : continuesType(name)) {
            name.append(' ').append(current().text());
            position++;
            markName();
        }
        SqlType type;
        if (is("(") && isNested(name.toString())) {
            type = new SqlType.Nested(name.toString(), fields(), span(start));
        } else {
            type = new SqlType.Simple(name.toString(), modifiers(), span(start));
        }
        while (accept("[")) {
            Expression size = is("]") ? null : expression();
            close("]");
            type = new SqlType.Array(type, size, span(start));
        }
        return type;
    }

    private List<Expression> modifiers() throws SqlSyntaxException {
        if (!accept("(")) {
            return List.of();
        }
        List<Expression> list = is(")") ? List.of() : expressions();
        close(")");
        return list;
    }

    /// Returns whether the next word belongs to a type where something else can follow a type.
    private boolean continuesType(StringBuilder name) {
        return switch (name.toString().toUpperCase(Locale.ROOT)) {
            case "DOUBLE" -> kind(0) == Token.Kind.WORD && current().is("PRECISION");
            case "CHARACTER", "CHAR" -> kind(0) == Token.Kind.WORD && current().is("VARYING");
            case "TIME", "TIMESTAMP" -> (is(Word.WITH) || is(Word.WITHOUT)) && word(1) == Word.TIME;
            case "TIME WITH", "TIME WITHOUT", "TIMESTAMP WITH", "TIMESTAMP WITHOUT" -> is(Word.TIME);
            case "TIME WITH TIME", "TIME WITHOUT TIME", "TIMESTAMP WITH TIME", "TIMESTAMP WITHOUT TIME" ->
                is(Word.ZONE);
            default -> false;
        };
    }

    private static boolean isNested(String name) {
        return name.equalsIgnoreCase("STRUCT")
                || name.equalsIgnoreCase("MAP")
                || name.equalsIgnoreCase("ROW")
                || name.equalsIgnoreCase("UNION");
    }

    /// `fields = "(" [name] type {"," [name] type} ")"`
    private List<SqlType.Field> fields() throws SqlSyntaxException {
        expect("(");
        List<SqlType.Field> fields = new ArrayList<>();
        do {
            // In a map only types are listed.
            SqlName name = isName(1) ? name() : null;
            fields.add(new SqlType.Field(name, type(false)));
        } while (accept(","));
        close(")");
        return fields;
    }

    /// Parses an item of a select list.
    abstract SelectItem item() throws SqlSyntaxException;
}
