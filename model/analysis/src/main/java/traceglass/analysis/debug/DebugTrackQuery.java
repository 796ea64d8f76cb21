package traceglass.analysis.debug;

import java.sql.ResultSetMetaData;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import traceglass.analysis.events.Arg;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Reads a row of a debug track: its time and all columns of the query.
public final class DebugTrackQuery {

    private static final String RAW = "raw_";

    private DebugTrackQuery() {}

    /// @param table table for which [traceglass.analysis.debug.DebugTracks#isTable] holds
    static Optional<DebugTrackRow> read(TraceQueries queries, String table, long id) throws QueryException {
        List<Arg> columns = new ArrayList<>();
        Long[] set = new Long[1];
        Optional<DebugTrackRow> row;
        try {
            row = queries.first(
                    "SELECT * FROM memory.main." + table + " WHERE id = ?",
                    r -> {
                        ResultSetMetaData meta = r.getMetaData();
                        Long dur = null;
                        Double value = null;
                        String name = "";
                        for (int i = 1; i <= meta.getColumnCount(); i++) {
                            String column = meta.getColumnName(i);
                            switch (column) {
                                case "dur" -> dur = r.getLong(i);
                                case "value" -> value = r.getDouble(i);
                                case "name" -> name = r.getString(i);
                                case "arg_set_id" -> set[0] = TraceQueries.number(r, i);
                                default -> {
                                    if (column.startsWith(RAW)) {
                                        columns.add(Arg.ofColumn(column.substring(RAW.length()), r.getObject(i)));
                                    }
                                }
                            }
                        }
                        return new DebugTrackRow(
                                table, id, r.getLong("ts"), dur, name, value, r.getLong("track"), columns);
                    },
                    id);
        } catch (QueryException e) {
            if (queries.first("SELECT 1 FROM duckdb_tables() WHERE table_name = ?", r -> true, table)
                    .isEmpty()) {
                // The track was removed at the same time.
                return Optional.empty();
            }
            throw e;
        }
        columns.addAll(Arg.ofSet(queries, set[0]));
        return row;
    }
}
