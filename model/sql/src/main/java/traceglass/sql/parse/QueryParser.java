package traceglass.sql.parse;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.CallArguments;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.OrderTerm;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SelectItem;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.TableSource;
import traceglass.sql.tree.WindowSpec;

/// Parses queries.
abstract class QueryParser extends SourceParser {
    private final TableArguments tableArguments = new TableArguments(this);

    QueryParser(List<Token> tokens, boolean isTolerant) {
        super(tokens, isTolerant);
    }

    abstract QueryBody pipeline(boolean isIntersection, List<TableSource> sources, int start) throws SqlSyntaxException;

    @Override
    final boolean startsQuery(int ahead) {
        return switch (word(ahead)) {
            case SELECT, FROM -> !is(".", ahead + 1);
            case VALUES -> is("(", ahead + 1);
            case WITH -> isName(ahead + 1) && !is(")", ahead + 1);
            case TABLE -> isName(ahead + 1) && (kind(ahead + 2) == null || is(")", ahead + 2) || is(".", ahead + 2));
            case PIVOT, UNPIVOT, DESCRIBE, SUMMARIZE, SHOW ->
                (isName(ahead + 1) || is("(", ahead + 1)) && !startsOperator(ahead + 1);
            case INTERVAL -> word(ahead + 1) == Word.INTERSECTION && word(ahead + 2) == Word.OF;
            default -> false;
        };
    }

    @Override
    final void readRaw(int to) throws SqlSyntaxException {
        while (position < to) {
            if (startsQuery(0) && !is(Word.FROM)) {
                markGrammar(to);
                query();
                markRaw(to);
            } else if (is("(") && (startsQuery(1) || isQueryInBrackets(position + 1))) {
                markGrammar(Math.min(closing(position) + 1, to));
                queryInBrackets();
            } else {
                position++;
            }
        }
    }

    private boolean startsOperator(int ahead) {
        return word(ahead).isReserved() && word(ahead) != Word.SELECT && word(ahead) != Word.FROM;
    }

    /// `query = [with] body [ORDER BY orderTerms] [limit]`
    @Override
    final Query query() throws SqlSyntaxException {
        int start = position;
        Query.With with = is(Word.WITH) ? with() : null;
        return query(with, body(), start);
    }

    @Override
    final CallArguments operatorArguments() throws SqlSyntaxException {
        return tableArguments.parse();
    }

    /// `table = joined clauses {set operator core} [ORDER BY orderTerms] [limit]`: a query without FROM at its start
    final Query table() throws SqlSyntaxException {
        int start = position;
        QueryBody first = clauses(true, new Head(null, List.of()), List.of(joined()), start);
        return query(null, setOperations(first, start), start);
    }

    private Query query(Query.@Nullable With with, QueryBody body, int start) throws SqlSyntaxException {
        List<OrderTerm> order = acceptClause(Word.ORDER, Word.BY) ? orderTerms() : List.of();
        Query.Limit limit = limit();
        boolean isOnlyNested = body instanceof QueryBody.Nested && with == null && order.isEmpty() && limit == null;
        return isOnlyNested ? ((QueryBody.Nested) body).query() : new Query(with, body, order, limit, span(start));
    }

    /// `with = WITH [RECURSIVE] commonTable {"," commonTable}`
    final Query.With with() throws SqlSyntaxException {
        int start = position;
        expect(Word.WITH);
        boolean isRecursive = is(Word.RECURSIVE) && isName(1) && word(1) != Word.AS && accept(Word.RECURSIVE);
        markClause(start);
        List<Query.CommonTable> tables = new ArrayList<>();
        do {
            tables.add(commonTable());
        } while (accept(",") && !(isTolerant() && (is(Word.SELECT) || atEnd())));
        return new Query.With(isRecursive, tables, span(start));
    }

    /// `commonTable = name ["(" names ")"] [USING KEY "(" names ")"] AS [[NOT] MATERIALIZED] "(" query ")"`
    private Query.CommonTable commonTable() throws SqlSyntaxException {
        int start = position;
        SqlName name = name();
        List<SqlName> columns = is("(") ? nameList() : List.of();
        List<SqlName> keys = accept(Word.USING, Word.KEY) ? nameList() : List.of();
        expect(Word.AS);
        Query.Materialized materialized = Query.Materialized.UNSPECIFIED;
        if (accept(Word.MATERIALIZED)) {
            materialized = Query.Materialized.YES;
        } else if (accept(Word.NOT, Word.MATERIALIZED)) {
            materialized = Query.Materialized.NO;
        }
        Query query = queryInBrackets();
        return new Query.CommonTable(name, columns, keys, materialized, query, span(start));
    }

    /// ```
    /// body = core {(UNION | EXCEPT | INTERSECT) [ALL | DISTINCT] [BY NAME] core}
    /// ```
    private QueryBody body() throws SqlSyntaxException {
        int start = position;
        return setOperations(core(), start);
    }

    private QueryBody setOperations(QueryBody first, int start) throws SqlSyntaxException {
        QueryBody left = first;
        while (true) {
            QueryBody.SetOperator operator = switch (word()) {
                case UNION -> QueryBody.SetOperator.UNION;
                case EXCEPT -> QueryBody.SetOperator.EXCEPT;
                case INTERSECT -> QueryBody.SetOperator.INTERSECT;
                default -> null;
            };
            if (operator == null) {
                return left;
            }
            int word = position++;
            boolean isAll = accept(Word.ALL);
            if (!isAll) {
                accept(Word.DISTINCT);
            }
            boolean isByName = accept(Word.BY, Word.NAME);
            markClause(word);
            QueryBody right = core();
            left = new QueryBody.SetOperation(operator, isAll, isByName, left, right, span(start));
        }
    }

    /// `core = select | fromFirst | values | "(" query ")" | TABLE path | description | pivot | unpivot | macroCall`
    private QueryBody core() throws SqlSyntaxException {
        int start = position;
        if (is("(")) {
            Query query = queryInBrackets();
            return query.isBare() ? query.body() : new QueryBody.Nested(query, span(start));
        }
        switch (word()) {
            case SELECT -> {
                return select(start);
            }
            case FROM -> {
                return fromFirst(start);
            }
            case VALUES -> {
                return valuesBody();
            }
            case TABLE -> {
                position++;
                return new QueryBody.WholeTable(path(), span(start));
            }
            case DESCRIBE, SUMMARIZE, SHOW -> {
                return description(start);
            }
            case PIVOT -> {
                return pivotQuery(start);
            }
            case UNPIVOT -> {
                return unpivotQuery(start);
            }
            case INTERVAL -> {
                if (word(1) == Word.INTERSECTION && word(2) == Word.OF) {
                    return intersection(start);
                }
            }
            default -> {}
        }
        if (isMacro()) {
            Expression.MacroCall call = macroCall();
            return new QueryBody.MacroQuery(call, span(start));
        }
        report("a query");
        return emptySelect(start);
    }

    private QueryBody emptySelect(int start) {
        return new QueryBody.Select(
                false, null, List.of(), List.of(), null, List.of(), null, List.of(), null, null, span(start));
    }

    /// `select = SELECT [DISTINCT [ON "(" expressions ")"] | ALL] items [FROM sources] clauses`
    private QueryBody select(int start) throws SqlSyntaxException {
        Head head = selectHead();
        skipToClause();
        List<TableSource> from = acceptClause(Word.FROM) ? sources() : List.of();
        QueryBody query = clauses(false, head, from, start);
        if (is("|>")) {
            report("the query in parentheses; a pipeline starts with FROM or INTERVAL INTERSECTION OF:"
                    + " FROM (SELECT …) |> …");
        }
        return query;
    }

    /// Everything between SELECT and the next clause.
    private record Head(QueryBody.@Nullable Distinct distinct, List<SelectItem> items) {}

    private Head selectHead() throws SqlSyntaxException {
        int start = position;
        expect(Word.SELECT);
        markClause(start);
        QueryBody.Distinct distinct = null;
        if (accept(Word.DISTINCT)) {
            markClause(start);
            List<Expression> on = List.of();
            if (is(Word.ON) && is("(", 1)) {
                position += 2;
                on = expressions();
                close(")");
            }
            distinct = new QueryBody.Distinct(on);
        } else if (is(Word.ALL) && !is(",", 1) && !is(".", 1) && !is("(", 1)) {
            position++;
            markClause(start);
        }
        return new Head(distinct, items());
    }

    /// `fromFirst = FROM sources [SELECT … items] clauses | FROM joined "|>" pipeline`
    private QueryBody fromFirst(int start) throws SqlSyntaxException {
        acceptClause(Word.FROM);
        List<TableSource> from = sources();
        if (is("|>")) {
            return pipeline(false, from, start);
        }
        int afterSources = position;
        Head head = is(Word.SELECT) ? selectHead() : new Head(null, List.of());
        QueryBody query = clauses(true, head, from, start);
        if (is("|>")) {
            int end = position;
            position = afterSources;
            report("|>, the start of a stage; in FROM, put a query into parentheses: FROM (SELECT …)");
            position = end;
        }
        return query;
    }

    /// ```
    /// clauses = [WHERE expression] [GROUP BY groups] [HAVING expression] [WINDOW windows] [QUALIFY expression]
    ///           [USING SAMPLE sample]
    /// ```
    private QueryBody clauses(boolean isFromFirst, Head head, List<TableSource> from, int start)
            throws SqlSyntaxException {
        skipToClause();
        Expression where = acceptClause(Word.WHERE) ? expression() : null;
        skipToClause();
        List<Expression> groups = acceptClause(Word.GROUP, Word.BY) ? groups() : List.of();
        skipToClause();
        Expression having = acceptClause(Word.HAVING) ? expression() : null;
        skipToClause();
        List<WindowSpec.Named> windows = List.of();
        Expression qualify = null;
        while (is(Word.WINDOW) || is(Word.QUALIFY)) {
            if (acceptClause(Word.WINDOW)) {
                windows = windows();
            } else {
                acceptClause(Word.QUALIFY);
                qualify = expression();
            }
        }
        TableSource.Sample sample = accept(Word.USING, Word.SAMPLE) ? sampleSize() : null;
        return new QueryBody.Select(
                isFromFirst,
                head.distinct,
                head.items,
                from,
                where,
                groups,
                having,
                windows,
                qualify,
                sample,
                span(start));
    }

    private List<Expression> groups() throws SqlSyntaxException {
        List<Expression> groups = new ArrayList<>();
        do {
            groups.add(group());
        } while (accept(","));
        return groups;
    }

    /// `group = ALL | GROUPING SETS "(" groups ")" | expression`
    private Expression group() throws SqlSyntaxException {
        int start = position;
        if (is(Word.ALL) && !is("(", 1) && !is(".", 1)) {
            return everything();
        }
        if (accept(Word.GROUPING, Word.SETS)) {
            expect("(");
            List<Expression> sets = groups();
            close(")");
            return new Expression.GroupingSets(sets, span(start));
        }
        return expression();
    }

    /// `windows = name AS window {"," name AS window}`
    private List<WindowSpec.Named> windows() throws SqlSyntaxException {
        List<WindowSpec.Named> windows = new ArrayList<>();
        do {
            int start = position;
            SqlName name = name();
            expect(Word.AS);
            windows.add(new WindowSpec.Named(name, window(), span(start)));
        } while (accept(","));
        return windows;
    }

    /// `values = VALUES row {"," row}`, `row = "(" expressions ")"`
    @Override
    final QueryBody valuesBody() throws SqlSyntaxException {
        int start = position;
        acceptClause(Word.VALUES);
        List<Expression.Row> rows = new ArrayList<>();
        do {
            int open = position;
            expect("(");
            List<Expression> elements = expressions();
            close(")");
            rows.add(new Expression.Row(elements, span(open)));
        } while (accept(",") && is("("));
        return new QueryBody.Values(rows, span(start));
    }

    /// ```
    /// limit = LIMIT expression ["%" | PERCENT] [(OFFSET | ",") expression]
    ///       | OFFSET expression [ROW | ROWS] [limit]
    ///       | FETCH (FIRST | NEXT) [expression] (ROW | ROWS) ONLY
    /// ```
    private Query.@Nullable Limit limit() throws SqlSyntaxException {
        int start = position;
        Expression count = null;
        Expression offset = null;
        boolean isPercent = false;
        while (is(Word.LIMIT) || is(Word.OFFSET) || is(Word.FETCH)) {
            if (accept(Word.OFFSET)) {
                offset = expression();
                if (!accept(Word.ROW)) {
                    accept(Word.ROWS);
                }
            } else if (accept(Word.FETCH)) {
                position++;
                count = is(Word.ROW) || is(Word.ROWS) ? literalOne() : expression();
                position++;
                expect(Word.ONLY);
            } else {
                acceptClause(Word.LIMIT);
                isPercent = kind(0) == Token.Kind.NUMBER && is("%", 1) && isEndOfLimit(2);
                count = is(Word.ALL) ? everything() : isPercent ? operand() : expression();
                isPercent = isPercent ? accept("%") : accept(Word.PERCENT);
                if (accept(",")) {
                    offset = count;
                    count = expression();
                }
            }
        }
        return count == null && offset == null ? null : new Query.Limit(count, isPercent, offset, span(start));
    }

    private Expression literalOne() {
        return new Expression.Literal(Expression.Kind.NUMBER, "1", span(position));
    }

    private boolean isEndOfLimit(int ahead) {
        return kind(ahead) == null || is(")", ahead) || is(";", ahead) || word(ahead) == Word.OFFSET;
    }

    /// `description = (DESCRIBE | SUMMARIZE | SHOW) (query | path)`
    private QueryBody description(int start) throws SqlSyntaxException {
        String verb = word().name();
        position++;
        if (is("(") || startsQuery(0)) {
            return new QueryBody.Description(verb, query(), List.of(), span(start));
        }
        return new QueryBody.Description(verb, null, path(), span(start));
    }

    /// `pivot = PIVOT source [ON pivotColumn {"," pivotColumn}] [USING items] [GROUP BY names]`
    private QueryBody pivotQuery(int start) throws SqlSyntaxException {
        position++;
        TableSource source = joined();
        List<TableSource.PivotColumn> on = new ArrayList<>();
        if (accept(Word.ON)) {
            do {
                on.add(pivotColumn());
            } while (accept(","));
        }
        List<SelectItem> aggregates = accept(Word.USING) ? items() : List.of();
        List<SqlName> groups = acceptClause(Word.GROUP, Word.BY) ? names() : List.of();
        return new QueryBody.Pivot(source, on, aggregates, groups, span(start));
    }

    /// `unpivot = UNPIVOT source [(INCLUDE | EXCLUDE) NULLS] ON items [INTO NAME name VALUE names]`
    private QueryBody unpivotQuery(int start) throws SqlSyntaxException {
        position++;
        TableSource source = joined();
        boolean includesNulls = includesNulls();
        expect(Word.ON);
        List<SelectItem> columns = items();
        SqlName name = null;
        List<SqlName> values = List.of();
        if (accept(Word.INTO)) {
            expect(Word.NAME);
            name = name();
            expect(Word.VALUE);
            values = names();
        }
        return new QueryBody.Unpivot(source, includesNulls, columns, name, values, span(start));
    }

    /// `intersection = INTERVAL INTERSECTION OF "(" sources ")" [PER names] {"|>" stage}`
    private QueryBody intersection(int start) throws SqlSyntaxException {
        position += 3;
        expect("(");
        List<TableSource> sources = sources();
        close(")");
        return pipeline(true, sources, start);
    }
}
