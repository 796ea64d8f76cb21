package traceglass.sql.bind;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.BinaryOperator;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.OrderTerm;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SelectItem;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.TableSource;
import traceglass.sql.types.Affinity;
import traceglass.sql.types.DuckType;
import traceglass.sql.types.OperatorTypes;

/// Binds the parts of a query; returns its columns, null if they are not known.
final class QueryBinder implements QueryBody.Visitor<@Nullable List<BoundColumn>> {
    private final Binder binder;
    private final Binding binding;
    private final @Nullable NameScope outer;
    private @Nullable CommonTables tables;
    /// ORDER BY of the SELECT that is visited next.
    private List<OrderTerm> order = List.of();

    QueryBinder(Binder binder, Binding binding, @Nullable NameScope outer, @Nullable CommonTables tables) {
        this.binder = binder;
        this.binding = binding;
        this.outer = outer;
        this.tables = tables;
    }

    @Nullable
    List<BoundColumn> bind(Query query) {
        CommonTables before = tables;
        if (query.with() != null) {
            tables = bindWith(query.with());
        }
        boolean isSelect = query.body() instanceof QueryBody.Select;
        order = isSelect ? query.order() : List.of();
        List<BoundColumn> columns = query.body().accept(this);
        NameScope result = new NameScope(outer);
        if (!isSelect && !query.order().isEmpty()) {
            result.add(new BoundSource(null, columns == null ? List.of() : columns, columns != null, false));
            new ExpressionTypes(binder, binding, result).order(query.order());
        }
        Query.Limit limit = query.limit();
        if (limit != null) {
            ExpressionTypes types = new ExpressionTypes(binder, binding, new NameScope(outer));
            if (limit.count() != null) {
                types.of(limit.count());
            }
            if (limit.offset() != null) {
                types.of(limit.offset());
            }
        }
        tables = before;
        return columns;
    }

    /// Binds the queries of a WITH clause; returns the tables that the query after it can read.
    @Nullable
    CommonTables bindWith(Query.With with) {
        for (Query.CommonTable table : with.tables()) {
            List<BoundColumn> columns = columns(with, table);
            List<String> rows =
                    table.columns().isEmpty() ? new SourceOrder(binder, tables).of(table.query()) : List.of();
            tables = new CommonTables(table.name().text(), columns, rows, tables);
        }
        return tables;
    }

    /// Binds a common table expression; one that reads itself has the columns of its first part.
    private @Nullable List<BoundColumn> columns(Query.With with, Query.CommonTable table) {
        CommonTables known = tables;
        if (table.query().body() instanceof QueryBody.SetOperation operation && mayReadItself(table)) {
            Binding scratch = new Binding(0);
            QueryBody first = operation.left();
            List<BoundColumn> start = new QueryBinder(binder, scratch, outer, tables).start(first);
            known = new CommonTables(table.name().text(), renamed(start, table.columns()), List.of(), tables);
        }
        List<BoundColumn> columns = new QueryBinder(binder, binding, outer, known).bind(table.query());
        boolean readsItself = known != null && known != tables && binding.isRead(known);
        if (readsItself && !with.isRecursive() && binder.relation(table.name().text()) == null) {
            binding.markUndeclaredRecursion();
        }
        return renamed(columns, table.columns());
    }

    private static boolean mayReadItself(Query.CommonTable table) {
        for (Token t : table.query().span().tokens()) {
            boolean mayBeName = t.isName() || t.kind() == Token.Kind.STRING;
            if (mayBeName && table.name().is(t.value())) {
                return true;
            }
        }
        return false;
    }

    private @Nullable List<BoundColumn> start(QueryBody body) {
        return body.accept(this);
    }

    private static @Nullable List<BoundColumn> renamed(@Nullable List<BoundColumn> columns, List<SqlName> names) {
        if (columns == null || names.isEmpty()) {
            return columns;
        }
        List<BoundColumn> out = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            out.add(i < names.size() ? columns.get(i).withName(names.get(i).text()) : columns.get(i));
        }
        return out;
    }

    @Override
    public @Nullable List<BoundColumn> select(QueryBody.Select q) {
        List<OrderTerm> terms = order;
        order = List.of();
        NameScope scope = new NameScope(outer, tables);
        SourceBinder sources = new SourceBinder(binder, binding, scope, tables);
        q.from().forEach(sources::add);
        ExpressionTypes types = new ExpressionTypes(binder, binding, scope);
        List<BoundColumn> columns = items(q, scope, types);
        sources.bindConditions(types);
        if (q.distinct() != null) {
            q.distinct().on().forEach(types::of);
        }
        bindOptional(types, q.where());
        q.groups().forEach(types::of);
        bindOptional(types, q.having());
        q.windows().forEach(w -> types.bindWindow(w.window()));
        bindOptional(types, q.qualify());
        types.order(terms);
        binding.add(new Binding.BoundSelect(q, scope, terms));
        return columns;
    }

    private static void bindOptional(ExpressionTypes types, @Nullable Expression e) {
        if (e != null) {
            types.of(e);
        }
    }

    private @Nullable List<BoundColumn> items(QueryBody.Select q, NameScope scope, ExpressionTypes types) {
        List<BoundColumn> columns = new ArrayList<>();
        boolean isComplete = true;
        for (SelectItem item : q.items()) {
            DuckType type = types.of(item.value());
            if (item.value() instanceof Expression.Star star) {
                isComplete &= addStarColumns(star, scope, columns);
                continue;
            }
            isComplete &= !(item.value() instanceof Expression.Call call && call.is("COLUMNS"))
                    && !(item.value() instanceof Expression.AllFields);
            String name = name(item);
            columns.add(new BoundColumn(
                    name,
                    isJson(item.value()) ? DuckType.UNKNOWN : type.columnType(),
                    binding.affinityOf(item.value())));
            if (item.alias() != null) {
                scope.addAlias(name, item, type);
            }
        }
        if (q.items().isEmpty()) {
            isComplete &= addAllColumns(scope, columns);
        }
        return isComplete ? columns : null;
    }

    /// Returns whether a value is one from JSON, which is text within an expression and keeps its type as a column.
    private static boolean isJson(Expression value) {
        return value instanceof Expression.Call call && call.is("json_extract")
                || value instanceof Expression.Binary b
                        && (b.operator() == BinaryOperator.JSON || b.operator() == BinaryOperator.JSON_TEXT);
    }

    private static String name(SelectItem item) {
        SqlName alias = item.alias();
        return alias != null
                ? alias.text()
                : item.value() instanceof Expression.Column c
                        ? c.name().text()
                        : item.value().span().text();
    }

    /// Adds all columns of the sources; returns whether they are known.
    private static boolean addAllColumns(NameScope scope, List<BoundColumn> into) {
        boolean isComplete = true;
        for (BoundSource source : scope.sources()) {
            isComplete &= source.isComplete();
            for (BoundColumn column : source.columns()) {
                if (!source.isMerged(column.name())) {
                    into.add(column);
                }
            }
        }
        return isComplete;
    }

    private static boolean addStarColumns(Expression.Star star, NameScope scope, List<BoundColumn> into) {
        if (!star.replaced().isEmpty() || !star.renamed().isEmpty()) {
            return false;
        }
        List<BoundColumn> found = new ArrayList<>();
        boolean isComplete = true;
        SqlName qualifier = star.qualifier();
        if (qualifier == null) {
            isComplete = addAllColumns(scope, found);
        } else {
            BoundSource source = scope.sources().stream()
                    .filter(s -> s.isNamed(qualifier.text()))
                    .findFirst()
                    .orElse(null);
            isComplete = source != null && source.isComplete();
            found.addAll(source == null ? List.of() : source.columns());
        }
        for (BoundColumn column : found) {
            if (!isExcluded(column, star)) {
                into.add(column);
            }
        }
        return isComplete;
    }

    private static boolean isExcluded(BoundColumn column, Expression.Star star) {
        for (SqlName name : star.excluded()) {
            if (name.is(column.name())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public @Nullable List<BoundColumn> values(QueryBody.Values q) {
        ExpressionTypes types = new ExpressionTypes(binder, binding, new NameScope(outer, tables));
        q.rows().forEach(row -> row.elements().forEach(types::of));
        binding.add(q);
        List<BoundColumn> columns = new ArrayList<>();
        for (int i = 0; i < q.rows().getFirst().elements().size(); i++) {
            int index = i;
            DuckType type = q.rows().stream().allMatch(r -> r.elements().size() > index)
                    ? binding.commonType(
                            q.rows().stream().map(r -> r.elements().get(index)).toList())
                    : DuckType.UNKNOWN;
            columns.add(new BoundColumn("column" + (i + 1), type, Affinity.NONE));
        }
        return columns;
    }

    @Override
    public @Nullable List<BoundColumn> setOperation(QueryBody.SetOperation q) {
        List<BoundColumn> left = new QueryBinder(binder, binding, outer, tables).start(q.left());
        List<BoundColumn> right = new QueryBinder(binder, binding, outer, tables).start(q.right());
        if (left == null || right == null || left.size() != right.size() || q.isByName()) {
            return null;
        }
        List<BoundColumn> columns = new ArrayList<>();
        for (int i = 0; i < left.size(); i++) {
            DuckType type =
                    OperatorTypes.common(left.get(i).type(), right.get(i).type());
            columns.add(new BoundColumn(
                    left.get(i).name(),
                    type == null ? DuckType.UNKNOWN : type.columnType(),
                    left.get(i).affinity()));
        }
        return columns;
    }

    @Override
    public @Nullable List<BoundColumn> nested(QueryBody.Nested q) {
        return new QueryBinder(binder, binding, outer, tables).bind(q.query());
    }

    @Override
    public @Nullable List<BoundColumn> wholeTable(QueryBody.WholeTable q) {
        NameScope scope = new NameScope(outer, tables);
        new SourceBinder(binder, binding, scope, tables).add(new TableSource.Table(q.path(), null, null, q.span()));
        List<BoundColumn> columns = new ArrayList<>();
        return addAllColumns(scope, columns) ? columns : null;
    }

    @Override
    public @Nullable List<BoundColumn> description(QueryBody.Description q) {
        return null;
    }

    @Override
    public @Nullable List<BoundColumn> pivot(QueryBody.Pivot q) {
        return null;
    }

    @Override
    public @Nullable List<BoundColumn> unpivot(QueryBody.Unpivot q) {
        return null;
    }

    @Override
    public @Nullable List<BoundColumn> pipeline(QueryBody.Pipeline q) {
        return null;
    }

    @Override
    public @Nullable List<BoundColumn> macroQuery(QueryBody.MacroQuery q) {
        return null;
    }
}
