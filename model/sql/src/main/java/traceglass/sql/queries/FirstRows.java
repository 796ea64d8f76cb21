package traceglass.sql.queries;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import traceglass.sql.bind.Catalog;
import traceglass.sql.dialect.Aggregates;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.dialect.Sources;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.BinaryOperator;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.TableSource;
import traceglass.sql.tree.TreeRewriter;

/// A scalar subquery has the value of its first row; if there are several rows for a row of the outer query,
/// DuckDB uses an arbitrary one.
final class FirstRows {
    /// Tables and views of a trace with a unique `id` per row.
    private static final Set<String> WITH_IDS = Set.of(
            "slice",
            "slices",
            "thread",
            "process",
            "track",
            "thread_track",
            "process_track",
            "cpu_track",
            "counter_track",
            "thread_counter_track",
            "process_counter_track",
            "cpu_counter_track",
            "gpu_counter_track",
            "counter",
            "sched",
            "sched_slice",
            "thread_state",
            "thread_slice",
            "process_slice",
            "thread_or_process_slice",
            "flow",
            "cpu",
            "machine",
            "stack_profile_callsite",
            "stack_profile_frame",
            "stack_profile_mapping");

    private FirstRows() {}

    /// Restricts a scalar subquery to its first row if it may have several for a row of the outer query.
    static void apply(Query query, EditableStatement statement) throws SQLException {
        if (query.limit() != null || !(query.body() instanceof QueryBody.Select select)) {
            return;
        }
        boolean isPlain = select.items().size() == 1
                && !select.from().isEmpty()
                && select.where() != null
                && select.groups().isEmpty()
                && select.having() == null
                && select.distinct() == null;
        if (!isPlain) {
            return;
        }
        Expression value = select.items().getFirst().value();
        List<TableSource> sources = Sources.of(select);
        boolean mayHaveMore = !(value instanceof Expression.Star)
                && !Aggregates.areIn(value)
                && isCorrelated(select, sources)
                && !hasKey(select.where(), sources);
        if (!mayHaveMore) {
            return;
        }
        if (!query.order().isEmpty()) {
            statement.edits.append(query.span().end() - 1, " LIMIT 1");
            return;
        }
        String row = sources.size() == 1 ? orderColumn(sources.getFirst(), statement) : null;
        statement.wrap(value, row == null ? "first(" : "arg_min_null(", row == null ? ")" : ", " + row + ")");
    }

    /// Returns a column whose values ascend in the order of the rows of a table or view; null if there is none.
    private static String orderColumn(TableSource source, EditableStatement statement) throws SQLException {
        Catalog.Relation relation = Sources.relation(source, statement);
        String row = relation == null ? null : statement.catalog.rowOrder(relation);
        return row == null ? null : Token.quoteName(Sources.name(source)) + "." + Token.quoteName(row);
    }

    /// Returns whether the query references a source that it does not read itself.
    private static boolean isCorrelated(QueryBody.Select select, List<TableSource> sources) {
        Qualifiers qualifiers = new Qualifiers(sources);
        qualifiers.body(select);
        return qualifiers.isForeign;
    }

    private static boolean isNamed(TableSource source, String name) {
        return name.equalsIgnoreCase(Sources.name(source));
    }

    /// Finds column qualifiers that are not the name of any source.
    private static final class Qualifiers extends TreeRewriter {
        private final List<TableSource> sources;
        private boolean isForeign;

        Qualifiers(List<TableSource> sources) {
            this.sources = sources;
        }

        @Override
        public Expression column(Expression.Column e) {
            String first = e.path().getFirst().text();
            isForeign |= e.path().size() > 1 && sources.stream().noneMatch(s -> isNamed(s, first));
            return e;
        }
    }

    /// Returns whether a condition compares a key of the only source with one value, so that there is at most one row.
    private static boolean hasKey(Expression where, List<TableSource> sources) {
        if (sources.size() != 1 || !(sources.getFirst() instanceof TableSource.Table table)) {
            return false;
        }
        return where instanceof Expression.Binary b
                && (b.operator() == BinaryOperator.AND
                        ? hasKey(b.left(), sources) || hasKey(b.right(), sources)
                        : b.operator() == BinaryOperator.EQUAL && (isKey(b.left(), table) || isKey(b.right(), table)));
    }

    private static boolean isKey(Expression e, TableSource.Table table) {
        if (!(e instanceof Expression.Column column)) {
            return false;
        }
        SqlName qualifier = column.qualifier();
        String name = table.name().text().toLowerCase(Locale.ROOT);
        return (qualifier == null || isNamed(table, qualifier.text()))
                && switch (column.name().text().toLowerCase(Locale.ROOT)) {
                    case "id" -> WITH_IDS.contains(name);
                    case "utid" -> name.equals("thread");
                    case "upid" -> name.equals("process");
                    default -> false;
                };
    }
}
