package traceglass.sql.bind;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SelectItem;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.TableSource;

/// Order in which SQLite visits the rows of a source, if it can be expressed by columns.
final class SourceOrder {
    private final Binder binder;
    private final @Nullable CommonTables tables;

    SourceOrder(Binder binder, @Nullable CommonTables tables) {
        this.binder = binder;
        this.tables = tables;
    }

    /// Returns columns of a subquery by which its rows are sorted; empty if none are known. SQLite ignores ORDER BY
    /// of a subquery without LIMIT, and DISTINCT keeps the order.
    List<String> of(Query query) {
        boolean isPlain = query.with() == null
                && query.limit() == null
                && query.body() instanceof QueryBody.Select select
                && (select.distinct() == null || select.distinct().on().isEmpty())
                && select.qualify() == null
                && select.sample() == null
                && select.from().size() == 1;
        if (!isPlain) {
            return List.of();
        }
        QueryBody.Select select = (QueryBody.Select) query.body();
        List<String> inner = select.groups().isEmpty() ? of(select.from().getFirst()) : groups(select);
        List<String> out = new ArrayList<>();
        for (String column : inner) {
            // Row ids can't be read through a subquery; the column `id` usually ascends with them.
            String shown = shown(column.equals("rowid") ? "id" : column, select);
            if (shown == null) {
                return List.of();
            }
            out.add(shown);
        }
        return out;
    }

    private List<String> of(TableSource source) {
        return switch (source) {
            case TableSource.Table t
            when t.alias() == null || t.alias().columns().isEmpty() -> of(t);
            case TableSource.Subquery q
            when q.alias() == null || q.alias().columns().isEmpty() -> of(q.query());
            default -> List.of();
        };
    }

    private List<String> of(TableSource.Table table) {
        String name = table.name().text();
        CommonTables common = table.path().size() == 1 ? CommonTables.find(tables, name) : null;
        if (common != null) {
            return common.order();
        }
        Catalog.Relation relation = binder.relation(name);
        String order = relation == null ? null : binder.rowOrder(relation);
        return order == null ? List.of() : List.of(order);
    }

    /// Returns the columns that rows are grouped by; empty if rows are also grouped by an expression.
    private static List<String> groups(QueryBody.Select select) {
        List<String> out = new ArrayList<>();
        for (Expression group : select.groups()) {
            if (!(group instanceof Expression.Column column)) {
                return List.of();
            }
            out.add(column.name().text());
        }
        return out;
    }

    /// Returns the name of a column in the result; null if it is not in the list. Rows may be grouped by an alias.
    private static @Nullable String shown(String column, QueryBody.Select select) {
        for (SelectItem item : select.items()) {
            SqlName alias = item.alias();
            if (alias != null && alias.is(column) && !select.groups().isEmpty()) {
                return alias.text();
            }
            if (item.value() instanceof Expression.Column c && c.name().is(column)) {
                return alias == null ? c.name().text() : alias.text();
            }
            boolean isAll = item.value() instanceof Expression.Star star
                    && star.excluded().isEmpty()
                    && star.replaced().isEmpty()
                    && star.renamed().isEmpty();
            if (isAll) {
                return column;
            }
        }
        return null;
    }

    /// Returns the columns of a table or view that identify a row on their own, in lower case.
    ///
    /// @param order column by which the rows are sorted, which may have equal values; null if none is known
    static Set<String> keys(Catalog.Relation relation, @Nullable String order) {
        Set<String> keys = new HashSet<>();
        if ("id".equalsIgnoreCase(order) || "rowid".equalsIgnoreCase(order)) {
            keys.add(order.toLowerCase(Locale.ROOT));
        }
        switch (relation.name().toLowerCase(Locale.ROOT)) {
            case "thread" -> keys.add("utid");
            case "process" -> keys.add("upid");
            default -> {}
        }
        return keys;
    }
}
