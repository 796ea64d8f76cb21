package traceglass.analysis.events;

import java.sql.ResultSetMetaData;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Reads an event of a table without special details: its columns, thread, callstack and arguments.
public final class GenericEventQuery {

    private GenericEventQuery() {}

    /// @param table table name of the event
    /// @param from table or view that has the rows
    /// @param time column with the time, ns
    static Optional<GenericFacts> read(TraceQueries rows, String table, String from, String time, long id)
            throws QueryException {
        Long[] known = new Long[4];
        List<String[]> columns = new ArrayList<>();
        boolean isFound = rows.first(
                        "SELECT * FROM " + from + " WHERE id = ?",
                        r -> {
                            ResultSetMetaData meta = r.getMetaData();
                            for (int i = 1; i <= meta.getColumnCount(); i++) {
                                String name = meta.getColumnName(i);
                                int index = List.of(time, "utid", "callsite_id", "arg_set_id")
                                        .indexOf(name);
                                if (index >= 0) {
                                    known[index] = TraceQueries.number(r, i);
                                } else if (!name.equals("id") && r.getString(i) != null) {
                                    columns.add(new String[] {name, r.getString(i)});
                                }
                            }
                            return true;
                        },
                        id)
                .isPresent();
        if (!isFound) {
            return Optional.empty();
        }
        Optional<ThreadRef> thread = ThreadRef.find(rows, known[1]);
        List<String[]> frames = StackQuery.frames(rows, known[2]);
        return Optional.of(new GenericFacts(
                table,
                id,
                known[0] == null ? 0 : known[0],
                thread,
                columns,
                frames,
                Arg.ofEvent(rows, known[3], known[0] == null ? 0 : known[0])));
    }
}
