package traceglass.sql.parse;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.NodeSpan;
import traceglass.sql.tree.Precedence;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SelectItem;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.TableSource;

/// Parses the sources, joins and aliases of FROM, and list items, which can have aliases too.
abstract class SourceParser extends ExpressionParser {

    SourceParser(List<Token> tokens, boolean isTolerant) {
        super(tokens, isTolerant);
    }

    abstract QueryBody valuesBody() throws SqlSyntaxException;

    /// `sources = joined {"," (joined | source condition {join source [condition]})}`
    ///
    /// A comma followed by a condition is a join, as in SQLite.
    final List<TableSource> sources() throws SqlSyntaxException {
        TableSource first = joined();
        if (!is(",")) {
            return List.of(first);
        }
        List<TableSource> sources = new ArrayList<>();
        sources.add(first);
        while (accept(",")) {
            int start = position;
            TableSource next = source();
            if (startsCondition()) {
                TableSource last = sources.removeLast();
                start = last.span().start();
                next = condition(TableSource.JoinKind.INNER, TableSource.JoinStyle.CONDITION, last, next, start);
            }
            sources.add(joined(next, start));
        }
        return sources;
    }

    /// ```
    /// joined = source {join source [condition]} {condition}
    /// condition = ON expression | USING "(" names ")"
    /// join   = {NATURAL | ASOF | POSITIONAL | CROSS | INNER | OUTER | LEFT | RIGHT | FULL | SEMI | ANTI} JOIN
    /// ```
    final TableSource joined() throws SqlSyntaxException {
        int start = position;
        return joined(source(), start);
    }

    /// Reads the joins of a source that starts at an index.
    private TableSource joined(TableSource first, int start) throws SqlSyntaxException {
        TableSource left = first;
        while (startsJoin()) {
            int word = position;
            TableSource.JoinKind kind = TableSource.JoinKind.INNER;
            TableSource.JoinStyle style = TableSource.JoinStyle.CONDITION;
            while (!is(Word.JOIN)) {
                switch (word()) {
                    case NATURAL -> style = TableSource.JoinStyle.NATURAL;
                    case ASOF -> style = TableSource.JoinStyle.ASOF;
                    case POSITIONAL -> style = TableSource.JoinStyle.POSITIONAL;
                    case OUTER -> {}
                    default -> kind = TableSource.JoinKind.valueOf(word().name());
                }
                position++;
            }
            position++;
            markClause(word);
            TableSource right = source();
            left = condition(kind, style, left, right, start);
        }
        while (startsCondition()
                && left instanceof TableSource.Join inner
                && left.span().parentheses() == 0
                && inner.left() instanceof TableSource.Join outer
                && isOpen(outer)) {
            // `a JOIN b JOIN c ON x ON y` is `a JOIN (b JOIN c ON x) ON y`.
            NodeSpan span = new NodeSpan(
                    tokens, outer.right().span().start(), inner.span().end());
            TableSource right = new TableSource.Join(
                    inner.kind(), inner.style(), outer.right(), inner.right(), inner.on(), inner.using(), span);
            left = condition(outer.kind(), outer.style(), outer.left(), right, start);
        }
        return left;
    }

    private boolean startsCondition() {
        return is(Word.ON) && !startsConflict() || is(Word.USING) && is("(", 1);
    }

    /// Returns whether the ON CONFLICT clause of INSERT follows, not the condition of a join.
    private boolean startsConflict() {
        return kind(1) == Token.Kind.WORD
                && tokens.get(position + 1).is("CONFLICT")
                && (is("(", 2)
                        || kind(2) == Token.Kind.WORD
                                && tokens.get(position + 2).is("DO"));
    }

    /// Returns whether a join needs a condition and has none.
    private static boolean isOpen(TableSource.Join join) {
        boolean takesCondition = join.kind() != TableSource.JoinKind.CROSS
                && (join.style() == TableSource.JoinStyle.CONDITION || join.style() == TableSource.JoinStyle.ASOF);
        return takesCondition && join.on() == null && join.using().isEmpty();
    }

    /// Joins two sources by the condition that follows, if there is one.
    private TableSource condition(
            TableSource.JoinKind kind, TableSource.JoinStyle style, TableSource left, TableSource right, int start)
            throws SqlSyntaxException {
        Expression on = startsCondition() && accept(Word.ON) ? expression() : null;
        List<SqlName> using = List.of();
        if (on == null && startsCondition()) {
            position++;
            using = nameList();
        }
        return new TableSource.Join(kind, style, left, right, on, using, span(start));
    }

    /// Returns whether JOIN, or words that lead to it, follow.
    private boolean startsJoin() {
        int ahead = 0;
        while (true) {
            switch (word(ahead)) {
                case JOIN -> {
                    return true;
                }
                case NATURAL, ASOF, POSITIONAL, CROSS, INNER, OUTER, LEFT, RIGHT, FULL, SEMI, ANTI -> ahead++;
                default -> {
                    return false;
                }
            }
        }
    }

    /// ```
    /// source = [name ":"] [LATERAL] (bracketed | path | call | macroCall | values) [WITH ORDINALITY] [alias]
    ///          {sample | pivot | unpivot}
    /// ```
    final TableSource source() throws SqlSyntaxException {
        int start = position;
        SqlName before = null;
        if (isName() && is(":", 1)) {
            before = name();
            position++;
        }
        boolean isLateral = is(Word.LATERAL) && (is("(", 1) || isName(1));
        if (isLateral) {
            position++;
        }
        TableSource source = primary(start, isLateral, before);
        while (is(Word.PIVOT) && is("(", 1) || is(Word.UNPIVOT)) {
            source = is(Word.PIVOT) ? pivot(source, start) : unpivot(source, start);
        }
        return source;
    }

    private TableSource primary(int start, boolean isLateral, @Nullable SqlName before) throws SqlSyntaxException {
        if (is("(")) {
            return bracketedSource(start, isLateral, before);
        }
        if (isMacro()) {
            Expression.MacroCall call = macroCall();
            return new TableSource.Macro(call, alias(before), span(start));
        }
        if (is(Word.VALUES) && is("(", 1)) {
            Query query = Query.of(valuesBody());
            return new TableSource.Subquery(isLateral, query, alias(before), null, span(start));
        }
        Token.Kind kind = kind(0);
        boolean isNamed = kind == Token.Kind.STRING
                || kind == Token.Kind.PARAMETER
                || isName() && (!word().isReserved() || isPatternOperator());
        if (!isNamed) {
            report("a table");
            return new TableSource.Hole(span(position));
        }
        int name = position;
        List<SqlName> path = path();
        if (is("(")) {
            markSource();
            Expression call = call(path, name);
            boolean hasOrdinality = accept(Word.WITH, Word.ORDINALITY);
            TableSource.Alias alias = alias(before);
            TableSource.Sample sample = sample();
            return new TableSource.Function(
                    isLateral, (Expression.Call) call, hasOrdinality, alias, sample, span(start));
        }
        skipIndexed();
        TableSource.Alias alias = alias(before);
        skipIndexed();
        TableSource.Sample sample = sample();
        return new TableSource.Table(path, alias, sample, span(start));
    }

    /// Skips SQLite's `INDEXED BY name` and `NOT INDEXED`, which only affect speed.
    private void skipIndexed() throws SqlSyntaxException {
        if (accept(Word.INDEXED, Word.BY)) {
            name();
        } else {
            accept(Word.NOT, Word.INDEXED);
        }
    }

    /// `bracketed = "(" query ")" | "(" sources ")"`
    private TableSource bracketedSource(int start, boolean isLateral, @Nullable SqlName before)
            throws SqlSyntaxException {
        boolean isMacroQuery = isName(1) && is("!", 2) && is(")", closing(position + 3) + 1 - position);
        if (startsQuery(1) || isQueryInBrackets(position + 1) || isMacroQuery || isOnlyQuery(position + 1)) {
            Query query = queryInBrackets();
            TableSource.Alias alias = alias(before);
            TableSource.Sample sample = sample();
            return new TableSource.Subquery(isLateral, query, alias, sample, span(start));
        }
        position++;
        List<TableSource> sources = sources();
        close(")");
        return new TableSource.Group(sources, alias(before), span(start));
    }

    /// Returns whether a parenthesis contains nothing but a query in parentheses: `((SELECT 1))`.
    private boolean isOnlyQuery(int index) {
        int ahead = index - position;
        return is("(", ahead)
                && (startsQuery(ahead + 1) || isOnlyQuery(index + 1))
                && is(")", closing(index) + 1 - position);
    }

    /// `alias = [AS] name ["(" names ")"]`
    private TableSource.@Nullable Alias alias(@Nullable SqlName before) throws SqlSyntaxException {
        SqlName name = before;
        if (accept(Word.AS)) {
            name = name();
        } else if (name == null && isSourceAlias()) {
            name = name();
        }
        if (name == null) {
            return null;
        }
        return new TableSource.Alias(name, is("(") && isName(1) ? nameList() : List.of());
    }

    private boolean isSourceAlias() {
        Token.Kind kind = kind(0);
        if (kind == Token.Kind.QUOTED || kind == Token.Kind.STRING) {
            return true;
        }
        if (kind != Token.Kind.WORD) {
            return false;
        }
        return switch (word().use()) {
            case FREE -> !is(Word.WITH);
            case CONTEXTUAL -> !isClause();
            case RESERVED -> isPatternOperator();
            default -> false;
        };
    }

    /// Returns whether the next word is an operator only between operands, and a name elsewhere.
    private boolean isPatternOperator() {
        return is(Word.GLOB) || is(Word.LIKE) || is(Word.ILIKE);
    }

    /// Returns whether a word that can also be a name starts a clause here.
    final boolean isClause() {
        return switch (word()) {
            case WINDOW -> word(2) == Word.AS;
            case FETCH -> word(1) == Word.FIRST || word(1) == Word.NEXT;
            case QUALIFY, OFFSET, RETURNING -> !isAfterAlias(1);
            default -> false;
        };
    }

    /// Returns whether the token can only come after an alias.
    private boolean isAfterAlias(int ahead) {
        return kind(ahead) == null
                || is(",", ahead)
                || is(")", ahead)
                || switch (word(ahead)) {
                    case FROM, WHERE, JOIN, ON, GROUP, ORDER, LIMIT, UNION, EXCEPT, INTERSECT -> true;
                    default -> false;
                };
    }

    // --- items ------------------------------------------------------------

    /// `items = item {"," item}`; DuckDB allows a comma after the last one.
    final List<SelectItem> items() throws SqlSyntaxException {
        List<SelectItem> items = new ArrayList<>();
        do {
            items.add(item());
        } while (accept(",") && !atEnd() && !is(Word.FROM) && !is(")"));
        return items;
    }

    /// `item = [name ":"] expression [[AS] name]`
    @Override
    final SelectItem item() throws SqlSyntaxException {
        int start = position;
        SqlName alias = null;
        if (isName() && is(":", 1)) {
            alias = name();
            position++;
        }
        Expression value = expression();
        if (accept(Word.AS)) {
            alias = name();
        } else if (alias == null && isItemAlias()) {
            alias = name();
        }
        return new SelectItem(value, alias, span(start));
    }

    private boolean isItemAlias() {
        Token.Kind kind = kind(0);
        if (kind == Token.Kind.QUOTED || kind == Token.Kind.STRING) {
            return true;
        }
        boolean isPivot = is(Word.FOR) && (word(2) == Word.IN || is("(", 1));
        if (kind != Token.Kind.WORD || isPivot) {
            return false;
        }
        return switch (word().use()) {
            case RESERVED -> false;
            case JOINING -> isAfterAlias(1);
            case CONTEXTUAL -> !isClause();
            case FREE -> true;
        };
    }

    // --- samples and pivots ------------------------------------------------------------

    private TableSource.@Nullable Sample sample() throws SqlSyntaxException {
        return accept(Word.TABLESAMPLE) ? sampleSize() : null;
    }

    /// ```
    /// sample = [name] "(" amount ")" [REPEATABLE "(" expression ")"] | amount ["(" name ["," expression] ")"]
    /// amount = operand ["%" | PERCENT | ROWS]
    /// ```
    final TableSource.Sample sampleSize() throws SqlSyntaxException {
        SqlName method = isName() ? name() : null;
        if (method != null || is("(")) {
            expect("(");
            Expression amount = operand();
            String unit = unit();
            close(")");
            Expression seed = null;
            if (accept(Word.REPEATABLE)) {
                expect("(");
                seed = expression();
                close(")");
            }
            return new TableSource.Sample(method, amount, unit, seed);
        }
        Expression amount = operand();
        String unit = unit();
        Expression seed = null;
        if (accept("(")) {
            method = name();
            seed = accept(",") ? expression() : null;
            close(")");
        }
        return new TableSource.Sample(method, amount, unit, seed);
    }

    private String unit() {
        return accept("%") || accept(Word.PERCENT) ? "PERCENT" : accept(Word.ROWS) ? "ROWS" : "";
    }

    /// `pivot = PIVOT "(" items {FOR pivotColumn} [GROUP BY names] ")" [alias]`
    private TableSource pivot(TableSource source, int start) throws SqlSyntaxException {
        position++;
        expect("(");
        List<SelectItem> aggregates = items();
        List<TableSource.PivotColumn> columns = new ArrayList<>();
        expect(Word.FOR);
        do {
            columns.add(pivotColumn());
            accept(Word.FOR);
        } while (!atEnd()
                && !is(")")
                && !is(Word.GROUP)
                && columns.getLast().column().span().end() < position);
        List<SqlName> groups = accept(Word.GROUP, Word.BY) ? names() : List.of();
        close(")");
        return new TableSource.Pivoted(source, aggregates, columns, groups, alias(null), span(start));
    }

    /// `pivotColumn = expression [IN (name | "(" items ")")]`
    final TableSource.PivotColumn pivotColumn() throws SqlSyntaxException {
        Expression column = expression(Precedence.RELATION);
        if (!accept(Word.IN)) {
            return new TableSource.PivotColumn(column, List.of(), null);
        }
        if (!is("(")) {
            return new TableSource.PivotColumn(column, List.of(), name());
        }
        position++;
        List<SelectItem> values = items();
        close(")");
        return new TableSource.PivotColumn(column, values, null);
    }

    /// `unpivot = UNPIVOT [(INCLUDE | EXCLUDE) NULLS] "(" names FOR name IN "(" items ")" ")" [alias]`
    private TableSource unpivot(TableSource source, int start) throws SqlSyntaxException {
        position++;
        boolean includesNulls = includesNulls();
        expect("(");
        List<SqlName> values = is("(") ? nameList() : List.of(name());
        expect(Word.FOR);
        SqlName name = name();
        expect(Word.IN);
        expect("(");
        List<SelectItem> columns = items();
        close(")");
        close(")");
        return new TableSource.Unpivoted(source, includesNulls, values, name, columns, alias(null), span(start));
    }

    final boolean includesNulls() {
        boolean isIncluded = accept(Word.INCLUDE, Word.NULLS);
        accept(Word.EXCLUDE, Word.NULLS);
        return isIncluded;
    }
}
