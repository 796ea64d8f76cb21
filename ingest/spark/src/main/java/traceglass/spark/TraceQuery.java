package traceglass.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import traceglass.engine.fleet.sql.LastStatement;

/// The query to run in each trace.
///
/// @param sql original statements
/// @param columns columns that Spark needs
/// @param isNarrowable whether columns, conditions and limit can be pushed down into the SQL
/// @param conditions SQL that must be true for a row
/// @param limit maximum number of rows of a trace, or -1
record TraceQuery(String sql, List<TraceColumn> columns, boolean isNarrowable, List<String> conditions, int limit)
        implements Serializable {

    TraceQuery {
        columns = new ArrayList<>(columns);
        conditions = new ArrayList<>(conditions);
    }

    /// The columns that come from the result of the SQL.
    List<TraceColumn> data() {
        return columns.stream().filter(c -> c.role() == TraceColumn.Role.DATA).toList();
    }

    /// Returns the statements before the last one; can be empty.
    String precedingStatements() {
        return isNarrowable ? LastStatement.of(sql).before() : "";
    }

    /// Returns the SQL for the needed columns. Its columns are those of [#data] if the query is narrowable.
    String narrowedSql() {
        if (!isNarrowable) {
            return sql;
        }
        List<String> names =
                data().stream().map(c -> SourceOptions.quoted(c.source())).toList();
        StringBuilder text = new StringBuilder("SELECT ")
                .append(names.isEmpty() ? "1" : String.join(", ", names))
                .append(fromClause());
        if (!conditions.isEmpty()) {
            text.append(" WHERE (").append(String.join(") AND (", conditions)).append(")");
        }
        if (limit >= 0) {
            text.append(" LIMIT ").append(limit);
        }
        return text.toString();
    }

    /// Returns a query that has the same columns but returns no rows.
    String schemaSql() {
        return "SELECT *" + fromClause() + " LIMIT 0";
    }

    private String fromClause() {
        // A line break, because the statement can end with a comment.
        return " FROM (" + LastStatement.of(sql).text() + "\n)";
    }
}
