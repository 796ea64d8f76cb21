package traceglass.analysis.area;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.sql.result.QueryException;

/// Single events behind an aggregated row, or all events of a range. Immutable.
///
/// @param pluralName plural name of the events, such as `slices`
/// @param subset description of the subset for display; empty for all
/// @param table table that their ids belong to, unless a column `event_table` names another
/// @param source query for all events, in any order; returns `id`, `in_range` (the part within the range, ns), and the
///     columns that `selectedColumns` needs
/// @param selectedColumns columns of the result: expressions over `part` with their names
/// @param owners joins that `selectedColumns` needs, or empty
/// @param extraColumns columns that can be added
public record SingleEvents(
        String pluralName,
        String subset,
        String table,
        String source,
        String selectedColumns,
        String owners,
        List<ExtraColumn> extraColumns) {

    /// Maximum number of rows read, the longest events first. That many fit into memory for any selection.
    public static final int MAX_ROWS = 50_000;
    /// Maximum number of arguments to choose from.
    private static final int MAX_KEYS = 1000;

    /// Column that can be added.
    ///
    /// @param title title of the column
    /// @param expression SQL expression over `part`, as `s`, and the owners
    public record ExtraColumn(String title, String expression) {

        /// Creates the column of an argument.
        ///
        /// @param column column of `args` that holds its values
        static ExtraColumn arg(String key, String column) {
            return new ExtraColumn(
                    "args." + key,
                    "(SELECT any_value(a." + column + ") FROM args AS a WHERE a.arg_set_id = s.arg_set_id AND a.key = "
                            + AreaScope.quoted(key) + ")");
        }
    }

    /// Result of reading the events.
    ///
    /// @param rows the first [#MAX_ROWS] rows
    /// @param total number of all events
    public record SingleEventRows(RowStore rows, long total) {}

    /// Returns the SQL, longest events first, in a form that users can read and edit on the SQL page.
    ///
    /// @param added columns of [#extraColumns] or [#args]
    public String sql(List<ExtraColumn> added) {
        StringBuilder columns = new StringBuilder(selectedColumns);
        for (ExtraColumn e : added) {
            columns.append(",\n  ")
                    .append(e.expression)
                    .append(" AS \"")
                    .append(e.title.replace("\"", "\"\""))
                    .append('"');
        }
        return """
            WITH part AS (
              SELECT * FROM (
            %s
              )
              ORDER BY in_range DESC, id
              LIMIT %d
            )
            SELECT %s
            FROM part AS s%s
            ORDER BY s.in_range DESC, s.id\
            """.formatted(
                        source.indent(4).stripTrailing(), MAX_ROWS, columns, owners.isEmpty() ? "" : "\n" + owners);
    }

    /// Reads the events. Blocks; do not call on the JavaFX thread.
    public SingleEventRows read(TraceQueries q, List<ExtraColumn> added) throws QueryException, IOException {
        RowStore rows = RowReader.query(q, sql(added));
        if (rows.size() < MAX_ROWS || q.isCanceled()) {
            return new SingleEventRows(rows, rows.size());
        }
        RowStore count = RowReader.query(q, "SELECT count(*) FROM (\n" + source + "\n)");
        return new SingleEventRows(rows, count.getLong(0, 0));
    }

    /// Returns the arguments of these events, most frequent first. Blocks.
    public List<ExtraColumn> args(TraceQueries q) throws QueryException {
        List<ExtraColumn> columns = new ArrayList<>();
        q.forEachRow("""
            SELECT key, CASE WHEN bool_and(value_type = 'int') THEN 'int_value' WHEN bool_and(value_type = 'real') THEN 'real_value' ELSE 'display_value' END
            FROM args
            WHERE arg_set_id IN (SELECT arg_set_id FROM (
            %s
            ))
            GROUP BY key ORDER BY count(*) DESC, key LIMIT %d\
            """.formatted(source, MAX_KEYS), r -> {
            columns.add(ExtraColumn.arg(r.getString(1), r.getString(2)));
        });
        return columns;
    }

    /// Returns whether arguments can be added.
    public boolean hasArgs() {
        return source.contains("arg_set_id");
    }
}
