package traceglass.sql.queries;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import traceglass.sql.bind.Catalog;
import traceglass.sql.bind.ViewOrder;
import traceglass.sql.dialect.Aggregates;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.dialect.Sources;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SelectItem;
import traceglass.sql.tree.TableSource;

/// Sort keys for the order in which SQLite's nested loops read the rows of sources.
final class RowKeys {
    /// Maximum number of rows in a source of a join whose result is sorted only to match SQLite's order.
    private static final long SORTED_JOIN_ROWS = 200_000;

    private final EditableStatement statement;
    /// Columns that were added to subqueries to sort the enclosing query by.
    private final Map<Query, List<String>> added = new IdentityHashMap<>();

    RowKeys(EditableStatement statement) {
        this.statement = statement;
    }

    /// Adds the keys of a SELECT's sources.
    ///
    /// @param skipsLarge whether to add none, and remove all, if a source is too large to be sorted only for this
    void add(QueryBody.Select select, List<String> keys, boolean skipsLarge) throws SQLException {
        for (TableSource source : Sources.of(select)) {
            if (source instanceof TableSource.Subquery subquery) {
                List<String> columns = columns(select, subquery, skipsLarge);
                if (columns == null) {
                    keys.clear();
                    return;
                }
                String alias = Sources.name(subquery);
                String prefix = alias == null ? "" : Token.quoteName(alias) + ".";
                columns.forEach(c -> keys.add(prefix + c));
                continue;
            }
            Catalog.Relation relation = Sources.relation(source, statement);
            if (relation == null) {
                continue;
            }
            if (skipsLarge && statement.catalog.rows(relation) > SORTED_JOIN_ROWS) {
                keys.clear();
                return;
            }
            String name = Token.quoteName(Sources.name(source));
            if (!relation.isView()) {
                keys.add(name + ".rowid");
            } else if (!statement.catalog.order(relation).isEmpty()) {
                for (ViewOrder.Term term : statement.catalog.order(relation)) {
                    keys.add(name + "." + Token.quoteName(term.column()) + " " + term.direction());
                }
            } else if (relation.has("id")) {
                keys.add(name + ".id");
            }
        }
    }

    /// Adds the row numbers of a subquery's tables to its list, and returns their names; no names if it is not a
    /// plain query of tables, or if the row numbers would appear in the result; null if a table is too large.
    private List<String> columns(QueryBody.Select outer, TableSource.Subquery source, boolean skipsLarge)
            throws SQLException {
        Query query = source.query();
        if (outer.items().stream().anyMatch(SelectItem::isExpandable)) {
            return List.of();
        }
        if (hasOnlyConstantRows(query)) {
            return added.computeIfAbsent(query, this::number);
        }
        boolean isPlain = query.body() instanceof QueryBody.Select s
                && query.order().isEmpty()
                && query.limit() == null
                && !RowOrder.isBracketed(query)
                && s.distinct() == null
                && s.groups().isEmpty()
                && !s.items().isEmpty()
                && (source.alias() == null || source.alias().columns().isEmpty())
                && !Aggregates.isAggregated(s);
        if (!isPlain) {
            return List.of();
        }
        List<String> known = added.get(query);
        if (known != null) {
            return known;
        }
        QueryBody.Select select = (QueryBody.Select) query.body();
        List<String> keys = new ArrayList<>();
        add(select, keys, skipsLarge);
        if (keys.isEmpty() && skipsLarge && !select.from().isEmpty()) {
            return null;
        }
        List<String> names = addToList(select, query, keys);
        added.put(query, names);
        return names;
    }

    private List<String> addToList(QueryBody.Select select, Query query, List<String> keys) {
        List<String> names = new ArrayList<>();
        StringBuilder list = new StringBuilder();
        for (String key : keys) {
            boolean isDescending = key.endsWith(" DESC");
            String name = "tg_row_" + query.span().start() + "_" + names.size();
            list.append(", ")
                    .append(key.replaceFirst(" (ASC|DESC)?$", ""))
                    .append(" AS ")
                    .append(name);
            names.add(isDescending ? name + " DESC" : name);
        }
        if (!names.isEmpty()) {
            statement.edits.insertBefore(select.items().getLast().span().end(), list + " ");
        }
        return names;
    }

    /// Numbers the rows of a query.
    private List<String> number(Query query) {
        String name = "tg_row_" + query.span().start();
        statement.edits.insertBefore(query.span().start(), "SELECT *, row_number() OVER () AS " + name + " FROM (");
        statement.edits.append(query.span().end() - 1, ")");
        return List.of(name);
    }

    /// Returns whether a query consists of several rows of constants: `SELECT 1 UNION ALL SELECT 2`.
    static boolean hasOnlyConstantRows(Query query) {
        return query.isBare()
                && query.body() instanceof QueryBody.SetOperation
                && RowOrder.keepsAll(query.body())
                && isConstant(query.body());
    }

    private static boolean isConstant(QueryBody body) {
        return switch (body) {
            case QueryBody.SetOperation o -> isConstant(o.left()) && isConstant(o.right());
            case QueryBody.Select s -> s.from().isEmpty();
            default -> false;
        };
    }
}
