package traceglass.sql.queries;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import traceglass.sql.bind.Catalog;
import traceglass.sql.dialect.Aggregates;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.dialect.Sources;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.TableSource;

/// Sorts rows as SQLite returns them if a query does not define their order: see `Dialect`.
final class RowOrder {
    private final EditableStatement statement;
    private final RowKeys rowKeys;
    /// Queries whose order of rows is visible.
    private final Set<Query> visibleQueries = Collections.newSetFromMap(new IdentityHashMap<>());

    /// Queries of WITH that a query can read.
    private record Tables(Query.With with, Tables outer) {
        /// Returns the query with a name; null if there is none.
        static Query find(Tables tables, String name) {
            for (Tables t = tables; t != null; t = t.outer) {
                for (Query.CommonTable table : t.with.tables()) {
                    if (table.name().is(name)) {
                        return table.query();
                    }
                }
            }
            return null;
        }
    }

    /// @param top the query that is the statement or that fills a table; null if there is none
    RowOrder(Query top, EditableStatement statement) {
        this.statement = statement;
        rowKeys = new RowKeys(statement);
        if (top != null) {
            markVisible(top, null);
        }
    }

    /// Records that the order of a query's rows is visible, and that of the query whose rows it passes on one by one:
    /// its only source, in parentheses or as a common table expression.
    private void markVisible(Query query, Tables outer) {
        if (!visibleQueries.add(query)) {
            return;
        }
        Tables tables = query.with() == null ? outer : new Tables(query.with(), outer);
        boolean passesOn = query.body() instanceof QueryBody.Select select
                && query.order().isEmpty()
                && !isBracketed(query)
                && select.groups().isEmpty()
                && select.distinct() == null
                && !Aggregates.isAggregated(select)
                && Aggregates.firstWindow(select) == null;
        if (!passesOn) {
            return;
        }
        List<TableSource> sources = Sources.of((QueryBody.Select) query.body());
        Query read = sources.size() != 1
                ? null
                : switch (sources.getFirst()) {
                    case TableSource.Subquery s -> s.query();
                    case TableSource.Table s -> Tables.find(tables, s.name().text());
                    default -> null;
                };
        if (read != null) {
            markVisible(read, tables);
        }
    }

    /// Returns whether the whole body of a query is in parentheses.
    static boolean isBracketed(Query query) {
        int start = query.with() == null
                ? query.span().start()
                : query.with().span().end();
        return query.body().span().start() != start;
    }

    /// Adds the order of SQLite's nested loops: see `Dialect`.
    void order(Query query) throws SQLException {
        boolean isOrdered = !query.order().isEmpty();
        boolean isLimited = query.limit() != null && isOrdered;
        if (statement.changes.hasNoImplicitOrder
                || !isLimited && !visibleQueries.contains(query)
                || isBracketed(query)) {
            return;
        }
        if (query.body() instanceof QueryBody.SetOperation o) {
            if (!isOrdered && !keepsAll(o)) {
                sort(query, List.of("ALL"));
            }
        } else if (query.body() instanceof QueryBody.Select select
                && !select.items().isEmpty()) {
            List<String> keys = keys(query, select);
            if (!keys.isEmpty() && query.order().stream().noneMatch(t -> t.value() instanceof Expression.Everything)) {
                sort(query, keys);
            }
        }
    }

    /// Returns whether all operators between SELECTs are `UNION ALL` or the like.
    static boolean keepsAll(QueryBody body) {
        return !(body instanceof QueryBody.SetOperation o) || o.isAll() && keepsAll(o.left());
    }

    private List<String> keys(Query query, QueryBody.Select select) throws SQLException {
        boolean isOrdered = !query.order().isEmpty();
        List<String> keys = new ArrayList<>();
        SortKeys sorts = new SortKeys(select, statement);
        Expression.Call window = isOrdered || select.distinct() != null ? null : Aggregates.firstWindow(select);
        boolean isKnown = window == null || sorts.addWindow(window.window(), keys);
        if (!select.groups().isEmpty()) {
            sorts.addGroups(query.order(), keys);
        } else if (select.distinct() == null && !Aggregates.isAggregated(select) && isKnown) {
            if (!keys.isEmpty()) {
                rowKeys.add(select, keys, false);
            } else if (isOrdered
                    || Sources.of(select).size() > 1
                    || readsOrderedView(select)
                    || readsConstants(select)) {
                rowKeys.add(select, keys, !isOrdered);
            }
        }
        return keys;
    }

    /// Sorts rows with equal sort keys in the order of SQLite's nested loops for functions that depend on it.
    void orderWindows(QueryBody.Select select) throws SQLException {
        boolean isSorted = !select.from().isEmpty()
                && !statement.changes.hasNoImplicitOrder
                && select.groups().isEmpty()
                && select.distinct() == null;
        if (!isSorted) {
            return;
        }
        for (Expression.Call call : Aggregates.windows(select)) {
            if (SortKeys.dependsOnNeighbors(call)) {
                List<String> keys = new ArrayList<>();
                rowKeys.add(select, keys, false);
                if (!keys.isEmpty()) {
                    statement.edits.append(call.window().span().end() - 2, ", " + String.join(", ", keys));
                }
            }
        }
    }

    private void sort(Query query, List<String> keys) {
        String terms = String.join(", ", keys);
        int end = query.limit() == null
                ? query.span().end()
                : query.limit().span().start();
        statement.edits.append(end - 1, query.order().isEmpty() ? " ORDER BY " + terms : ", " + terms);
    }

    /// Returns whether the only source is a view with a sort order.
    private boolean readsOrderedView(QueryBody.Select select) throws SQLException {
        List<TableSource> sources = Sources.of(select);
        Catalog.Relation relation = sources.size() == 1 ? Sources.relation(sources.getFirst(), statement) : null;
        return relation != null
                && relation.isView()
                && !statement.catalog.order(relation).isEmpty();
    }

    /// Returns whether the only source is a subquery of constants, and the SELECT list contains calls or subqueries,
    /// which may change the order of the rows.
    private static boolean readsConstants(QueryBody.Select select) {
        List<TableSource> sources = Sources.of(select);
        return sources.size() == 1
                && sources.getFirst() instanceof TableSource.Subquery s
                && RowKeys.hasOnlyConstantRows(s.query())
                && select.items().stream()
                        .anyMatch(i -> i.span().tokens().stream().anyMatch(t -> t.isOperator("(")));
    }
}
