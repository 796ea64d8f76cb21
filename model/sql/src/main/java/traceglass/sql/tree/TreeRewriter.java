package traceglass.sql.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Base class of rules from tree to tree: visits all nodes, and returns a node itself if nothing in it changed.
///
/// A rule overrides the methods of the kinds of nodes it changes; a method calls that of the super class first to
/// rewrite the parts of the node, or later to rewrite those of its own result. A rule that only inspects nodes returns
/// the result of the super class; nothing is copied then.
public abstract class TreeRewriter extends ExpressionRules
        implements QueryBody.Visitor<QueryBody>, TableSource.Visitor<TableSource> {

    /// Rewrites a body.
    public QueryBody body(QueryBody b) {
        return b.accept(this);
    }

    /// Rewrites a source.
    public TableSource source(TableSource s) {
        return s.accept(this);
    }

    final List<TableSource> sources(List<TableSource> list) {
        return rewriteAll(list, this::source);
    }

    final List<SelectItem> items(List<SelectItem> list) {
        return rewriteAll(list, this::item);
    }

    @Override
    public Query query(Query q) {
        Query.With with = q.with() == null ? null : with(q.with());
        QueryBody body = body(q.body());
        List<OrderTerm> order = rewriteAll(q.order(), this::orderTerm);
        Query.Limit limit = q.limit() == null ? null : limit(q.limit());
        return with == q.with() && body == q.body() && order == q.order() && limit == q.limit()
                ? q
                : new Query(with, body, order, limit, q.span());
    }

    /// Rewrites a WITH clause.
    public Query.With with(Query.With w) {
        List<Query.CommonTable> tables = rewriteAll(w.tables(), this::commonTable);
        return tables == w.tables() ? w : new Query.With(w.isRecursive(), tables, w.span());
    }

    /// Rewrites a table of a WITH clause.
    public Query.CommonTable commonTable(Query.CommonTable t) {
        Query query = query(t.query());
        return query == t.query()
                ? t
                : new Query.CommonTable(t.name(), t.columns(), t.keys(), t.materialized(), query, t.span());
    }

    /// Rewrites a LIMIT clause.
    public Query.Limit limit(Query.Limit l) {
        Expression count = optional(l.count());
        Expression offset = optional(l.offset());
        return count == l.count() && offset == l.offset() ? l : new Query.Limit(count, l.isPercent(), offset, l.span());
    }

    @Override
    public QueryBody select(QueryBody.Select s) {
        QueryBody.Distinct distinct = s.distinct() == null ? null : distinct(s.distinct());
        List<SelectItem> items = items(s.items());
        List<TableSource> from = sources(s.from());
        Expression where = optional(s.where());
        List<Expression> groups = expressions(s.groups());
        Expression having = optional(s.having());
        List<WindowSpec.Named> windows = rewriteAll(s.windows(), this::namedWindow);
        Expression qualify = optional(s.qualify());
        TableSource.Sample sample = sample(s.sample());
        boolean isSame = distinct == s.distinct()
                && items == s.items()
                && from == s.from()
                && where == s.where()
                && groups == s.groups()
                && having == s.having()
                && windows == s.windows()
                && qualify == s.qualify()
                && sample == s.sample();
        return isSame
                ? s
                : new QueryBody.Select(
                        s.isFromFirst(),
                        distinct,
                        items,
                        from,
                        where,
                        groups,
                        having,
                        windows,
                        qualify,
                        sample,
                        s.span());
    }

    private QueryBody.Distinct distinct(QueryBody.Distinct d) {
        List<Expression> on = expressions(d.on());
        return on == d.on() ? d : new QueryBody.Distinct(on);
    }

    /// Rewrites a definition of a WINDOW clause.
    public WindowSpec.Named namedWindow(WindowSpec.Named w) {
        WindowSpec window = window(w.window());
        return window == w.window() ? w : new WindowSpec.Named(w.name(), window, w.span());
    }

    private TableSource.@Nullable Sample sample(TableSource.@Nullable Sample s) {
        if (s == null) {
            return null;
        }
        Expression amount = expression(s.amount());
        Expression seed = optional(s.seed());
        return amount == s.amount() && seed == s.seed()
                ? s
                : new TableSource.Sample(s.method(), amount, s.unit(), seed);
    }

    @Override
    public QueryBody values(QueryBody.Values v) {
        List<Expression.Row> rows = rewriteAll(v.rows(), this::valuesRow);
        return rows == v.rows() ? v : new QueryBody.Values(rows, v.span());
    }

    private Expression.Row valuesRow(Expression.Row r) {
        List<Expression> elements = expressions(r.elements());
        return elements == r.elements() ? r : new Expression.Row(elements, r.span());
    }

    @Override
    public QueryBody setOperation(QueryBody.SetOperation o) {
        QueryBody left = body(o.left());
        QueryBody right = body(o.right());
        return left == o.left() && right == o.right()
                ? o
                : new QueryBody.SetOperation(o.operator(), o.isAll(), o.isByName(), left, right, o.span());
    }

    @Override
    public QueryBody nested(QueryBody.Nested n) {
        Query query = query(n.query());
        return query == n.query() ? n : new QueryBody.Nested(query, n.span());
    }

    @Override
    public QueryBody wholeTable(QueryBody.WholeTable t) {
        return t;
    }

    @Override
    public QueryBody description(QueryBody.Description d) {
        Query query = d.query() == null ? null : query(d.query());
        return query == d.query() ? d : new QueryBody.Description(d.verb(), query, d.path(), d.span());
    }

    @Override
    public QueryBody pivot(QueryBody.Pivot p) {
        TableSource source = source(p.source());
        List<TableSource.PivotColumn> on = rewriteAll(p.on(), this::pivotColumn);
        List<SelectItem> aggregates = items(p.aggregates());
        return source == p.source() && on == p.on() && aggregates == p.aggregates()
                ? p
                : new QueryBody.Pivot(source, on, aggregates, p.groups(), p.span());
    }

    @Override
    public QueryBody unpivot(QueryBody.Unpivot p) {
        TableSource source = source(p.source());
        List<SelectItem> columns = items(p.columns());
        return source == p.source() && columns == p.columns()
                ? p
                : new QueryBody.Unpivot(source, p.includesNulls(), columns, p.name(), p.values(), p.span());
    }

    @Override
    public QueryBody pipeline(QueryBody.Pipeline p) {
        List<TableSource> sources = sources(p.sources());
        List<PipeStage> stages = rewriteAll(p.stages(), this::stage);
        return sources == p.sources() && stages == p.stages()
                ? p
                : new QueryBody.Pipeline(p.isIntersection(), sources, p.keys(), stages, p.span());
    }

    /// Rewrites a stage of a pipeline.
    public PipeStage stage(PipeStage stage) {
        return switch (stage) {
            case PipeStage.Items s -> {
                List<SelectItem> items = items(s.items());
                yield items == s.items() ? s : new PipeStage.Items(s.isExtend(), items, s.span());
            }
            case PipeStage.Assign s -> {
                List<SqlStatement.Assignment> list = rewriteAll(s.assignments(), this::assignment);
                yield list == s.assignments() ? s : new PipeStage.Assign(list, s.span());
            }
            case PipeStage.Filter s -> {
                Expression condition = expression(s.condition());
                yield condition == s.condition() ? s : new PipeStage.Filter(condition, s.span());
            }
            case PipeStage.Order s -> {
                List<OrderTerm> terms = rewriteAll(s.terms(), this::orderTerm);
                yield terms == s.terms() ? s : new PipeStage.Order(terms, s.span());
            }
            case PipeStage.Aggregate s -> {
                List<SelectItem> items = items(s.items());
                List<SelectItem> keys = items(s.keys());
                yield items == s.items() && keys == s.keys() ? s : new PipeStage.Aggregate(items, keys, s.span());
            }
            case PipeStage.Accumulate s -> {
                List<SelectItem> items = items(s.items());
                yield items == s.items() ? s : new PipeStage.Accumulate(s.isUp(), items, s.span());
            }
            case PipeStage.Flatten s -> {
                List<SelectItem> items = items(s.items());
                yield items == s.items() ? s : new PipeStage.Flatten(s.keys(), items, s.span());
            }
            default -> stage;
        };
    }

    private SqlStatement.Assignment assignment(SqlStatement.Assignment a) {
        Expression value = expression(a.value());
        return value == a.value() ? a : new SqlStatement.Assignment(a.path(), a.isRow(), value);
    }

    /// Rewrites the queries and expressions of a statement.
    public SqlStatement statement(SqlStatement statement) {
        return switch (statement) {
            case SqlStatement.Read s -> {
                Query query = query(s.query());
                yield query == s.query() ? s : new SqlStatement.Read(query, s.span());
            }
            case SqlStatement.Explain s -> {
                SqlStatement explained = statement(s.statement());
                yield explained == s.statement() ? s : new SqlStatement.Explain(s.options(), explained, s.span());
            }
            case SqlStatement.Prepare s -> {
                SqlStatement prepared = statement(s.statement());
                yield prepared == s.statement() ? s : new SqlStatement.Prepare(s.name(), prepared, s.span());
            }
            case SqlStatement.Copy s -> {
                Query query = query(s.query());
                yield query == s.query() ? s : new SqlStatement.Copy(query, s.target(), s.span());
            }
            case SqlStatement.PerfettoRelation s -> s.withQuery(query(s.query()));
            case SqlStatement.PerfettoFunction s -> s.query() == null ? s : s.withQuery(query(s.query()));
            case SqlStatement.CreateAs s -> {
                Query query = query(s.query());
                yield query == s.query() ? s : new SqlStatement.CreateAs(s.head(), s.columns(), query, s.span());
            }
            case SqlStatement.CreateMacro s -> {
                Query query = s.query() == null ? null : query(s.query());
                Expression value = optional(s.value());
                yield query == s.query() && value == s.value()
                        ? s
                        : new SqlStatement.CreateMacro(s.head(), s.parameters(), query, value, s.span());
            }
            case SqlStatement.Insert s -> {
                Query.With with = s.with() == null ? null : with(s.with());
                Query query = s.query() == null ? null : query(s.query());
                List<Expression> values = expressions(s.values());
                List<SelectItem> returning = items(s.returning());
                boolean isSame =
                        with == s.with() && query == s.query() && values == s.values() && returning == s.returning();
                yield isSame ? s : s.with(with, query, values, returning);
            }
            case SqlStatement.Create s -> {
                List<Expression> values = expressions(s.values());
                yield values == s.values()
                        ? s
                        : new SqlStatement.Create(s.head(), s.elements(), s.options(), s.tokens(), values, s.span());
            }
            case SqlStatement.Other s -> {
                List<Expression> values = expressions(s.values());
                yield values == s.values() ? s : new SqlStatement.Other(s.tokens(), values, s.span());
            }
            case SqlStatement.Update s -> update(s);
            case SqlStatement.Delete s -> delete(s);
            case SqlStatement.Merge s -> merge(s);
            default -> statement;
        };
    }

    private SqlStatement update(SqlStatement.Update s) {
        Query.With with = s.with() == null ? null : with(s.with());
        TableSource table = source(s.table());
        List<SqlStatement.Assignment> assignments = rewriteAll(s.assignments(), this::assignment);
        List<TableSource> from = sources(s.from());
        Expression where = optional(s.where());
        List<SelectItem> returning = items(s.returning());
        boolean isSame = with == s.with()
                && table == s.table()
                && assignments == s.assignments()
                && from == s.from()
                && where == s.where()
                && returning == s.returning();
        return isSame ? s : new SqlStatement.Update(with, s.or(), table, assignments, from, where, returning, s.span());
    }

    private SqlStatement delete(SqlStatement.Delete s) {
        Query.With with = s.with() == null ? null : with(s.with());
        TableSource table = source(s.table());
        List<TableSource> using = sources(s.using());
        Expression where = optional(s.where());
        List<SelectItem> returning = items(s.returning());
        boolean isSame = with == s.with()
                && table == s.table()
                && using == s.using()
                && where == s.where()
                && returning == s.returning();
        return isSame ? s : new SqlStatement.Delete(with, table, using, where, returning, s.span());
    }

    private SqlStatement merge(SqlStatement.Merge s) {
        Query.With with = s.with() == null ? null : with(s.with());
        TableSource table = source(s.table());
        TableSource source = source(s.source());
        Expression on = optional(s.on());
        List<Expression> values = expressions(s.values());
        boolean isSame =
                with == s.with() && table == s.table() && source == s.source() && on == s.on() && values == s.values();
        return isSame ? s : new SqlStatement.Merge(with, table, source, on, s.rest(), values, s.span());
    }

    @Override
    public QueryBody macroQuery(QueryBody.MacroQuery m) {
        return m;
    }

    @Override
    public TableSource table(TableSource.Table t) {
        TableSource.Sample sample = sample(t.sample());
        return sample == t.sample() ? t : new TableSource.Table(t.path(), t.alias(), sample, t.span());
    }

    @Override
    public TableSource function(TableSource.Function f) {
        CallArguments arguments = arguments(f.call().arguments());
        TableSource.Sample sample = sample(f.sample());
        if (arguments == f.call().arguments() && sample == f.sample()) {
            return f;
        }
        Expression.Call c = f.call();
        return new TableSource.Function(
                f.isLateral(),
                new Expression.Call(c.path(), arguments, c.filter(), c.window(), c.nulls(), c.span()),
                f.hasOrdinality(),
                f.alias(),
                sample,
                f.span());
    }

    @Override
    public TableSource macro(TableSource.Macro m) {
        return m;
    }

    @Override
    public TableSource subquery(TableSource.Subquery s) {
        Query query = query(s.query());
        TableSource.Sample sample = sample(s.sample());
        return query == s.query() && sample == s.sample()
                ? s
                : new TableSource.Subquery(s.isLateral(), query, s.alias(), sample, s.span());
    }

    @Override
    public TableSource group(TableSource.Group g) {
        List<TableSource> sources = sources(g.sources());
        return sources == g.sources() ? g : new TableSource.Group(sources, g.alias(), g.span());
    }

    @Override
    public TableSource join(TableSource.Join j) {
        TableSource left = source(j.left());
        TableSource right = source(j.right());
        Expression on = optional(j.on());
        return left == j.left() && right == j.right() && on == j.on()
                ? j
                : new TableSource.Join(j.kind(), j.style(), left, right, on, j.using(), j.span());
    }

    @Override
    public TableSource pivoted(TableSource.Pivoted p) {
        TableSource source = source(p.source());
        List<SelectItem> aggregates = items(p.aggregates());
        List<TableSource.PivotColumn> columns = rewriteAll(p.columns(), this::pivotColumn);
        return source == p.source() && aggregates == p.aggregates() && columns == p.columns()
                ? p
                : new TableSource.Pivoted(source, aggregates, columns, p.groups(), p.alias(), p.span());
    }

    private TableSource.PivotColumn pivotColumn(TableSource.PivotColumn c) {
        Expression column = expression(c.column());
        List<SelectItem> values = items(c.values());
        return column == c.column() && values == c.values() ? c : new TableSource.PivotColumn(column, values, c.list());
    }

    @Override
    public TableSource unpivoted(TableSource.Unpivoted u) {
        TableSource source = source(u.source());
        List<SelectItem> columns = items(u.columns());
        return source == u.source() && columns == u.columns()
                ? u
                : new TableSource.Unpivoted(
                        source, u.includesNulls(), u.values(), u.name(), columns, u.alias(), u.span());
    }

    @Override
    public TableSource hole(TableSource.Hole h) {
        return h;
    }
}
