package traceglass.analysis.area;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.sql.result.QueryException;

/// The single events that a row of sums was made of, or all those of a range. Immutable.
///
/// @param what what they are called, in the plural: `slices`
/// @param of which of them, as people read it; empty for all
/// @param table that their ids belong to, where no column `event_table` says otherwise
/// @param source a query for all of them, in any order; gives `id` and `in_range`, the part within the range in ns, and
///     what `told` needs
/// @param told what is said of each: expressions over `part` with their names
/// @param owners joins that `told` needs, or empty
/// @param more columns that can be added
public record SingleEvents(
        String what, String of, String table, String source, String told, String owners, List<Extra> more) {

    /// Rows that are read; of more, the longest are. That many can be looked through, and fit into memory whatever
    /// is selected.
    public static final int MOST = 50_000;
    /// Different arguments that can be chosen from.
    private static final int MOST_KEYS = 1000;

    /// A column that can be added.
    ///
    /// @param title what it is called
    /// @param expression over `part`, as `s`, and the owners
    public record Extra(String title, String expression) {

        /// The column of an argument.
        ///
        /// @param column of `args` that holds its values
        static Extra arg(String key, String column) {
            return new Extra(
                    "args." + key,
                    "(SELECT any_value(a." + column + ") FROM args AS a WHERE a.arg_set_id = s.arg_set_id AND a.key = "
                            + AreaScope.quoted(key) + ")");
        }
    }

    /// What was read.
    ///
    /// @param total how many there are
    public record Found(RowStore rows, long total) {}

    /// The query that is asked, which people may read and change on the SQL page; the longest first.
    ///
    /// @param added of [#more] or from [#args]
    public String sql(List<Extra> added) {
        StringBuilder columns = new StringBuilder(told);
        for (Extra e : added) {
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
            """.formatted(source.indent(4).stripTrailing(), MOST, columns, owners.isEmpty() ? "" : "\n" + owners);
    }

    /// Waits; not for the JavaFX thread.
    public Found read(TraceQueries q, List<Extra> added) throws QueryException, IOException {
        RowStore rows = RowReader.query(q, sql(added));
        if (rows.size() < MOST || q.isCancelled()) {
            return new Found(rows, rows.size());
        }
        RowStore count = RowReader.query(q, "SELECT count(*) FROM (\n" + source + "\n)");
        return new Found(rows, count.getLong(0, 0));
    }

    /// The arguments that these events have, most frequent first. Waits.
    public List<Extra> args(TraceQueries q) throws QueryException {
        List<Extra> found = new ArrayList<>();
        q.each("""
            SELECT key, CASE WHEN bool_and(value_type = 'int') THEN 'int_value' WHEN bool_and(value_type = 'real') THEN 'real_value' ELSE 'display_value' END
            FROM args
            WHERE arg_set_id IN (SELECT arg_set_id FROM (
            %s
            ))
            GROUP BY key ORDER BY count(*) DESC, key LIMIT %d\
            """.formatted(source, MOST_KEYS), r -> {
            found.add(Extra.arg(r.getString(1), r.getString(2)));
        });
        return found;
    }

    /// Whether arguments can be added.
    public boolean hasArgs() {
        return source.contains("arg_set_id");
    }
}
