package traceglass.analysis.events;

import java.sql.ResultSetMetaData;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Reads an event of a table without special details: its columns, thread, callstack and arguments.
public final class GenericEventQuery {

    private static final String TIME = "ts";
    private static final String MACHINE = "machine_id";
    private static final String CPU = "ucpu";

    /// Columns with a meaning for all events.
    private static final List<String> STANDARD_COLUMNS =
            List.of(TIME, "utid", "callsite_id", "arg_set_id", MACHINE, CPU);

    private GenericEventQuery() {}

    /// @param table table name of the event
    /// @param from table or view that has the rows
    /// @param time column with the time, ns
    static Optional<GenericEvent> read(TraceQueries queries, String table, String from, String time, long id)
            throws QueryException {
        Long[] known = new Long[STANDARD_COLUMNS.size()];
        List<String[]> columns = new ArrayList<>();
        boolean isFound = queries.first(
                        "SELECT * FROM " + from + " WHERE id = ?",
                        r -> {
                            ResultSetMetaData meta = r.getMetaData();
                            for (int i = 1; i <= meta.getColumnCount(); i++) {
                                String name = meta.getColumnName(i);
                                int index = STANDARD_COLUMNS.indexOf(name.equals(time) ? TIME : name);
                                if (index >= 0) {
                                    known[index] = TraceQueries.number(r, i);
                                }
                                if (name.equals(MACHINE) && known[index] == null) {
                                    known[index] = 0L;
                                }
                                boolean isShown = index < 0 || name.equals(MACHINE) || name.equals(CPU);
                                if (isShown && !name.equals("id") && r.getString(i) != null) {
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
        Optional<ThreadRef> thread = ThreadRef.find(queries, known[1]);
        List<String[]> frames = StackQuery.frames(queries, known[2]);
        return Optional.of(new GenericEvent(
                table,
                id,
                known[0] == null ? 0 : known[0],
                thread,
                columns,
                frames,
                Arg.ofEvent(
                        queries,
                        known[3],
                        known[0] == null ? 0 : known[0],
                        machine(queries, known[4], known[5], known[1]))));
    }

    /// Returns the machine of an event, or null if it is unknown.
    private static Long machine(TraceQueries queries, Long machine, Long ucpu, Long utid) throws QueryException {
        if (machine != null) {
            return machine;
        }
        return ucpu != null
                ? queries.first("SELECT coalesce(machine_id, 0) FROM cpu WHERE ucpu = ?", r -> r.getLong(1), ucpu)
                        .orElse(null)
                : queries.first("SELECT coalesce(machine_id, 0) FROM thread WHERE utid = ?", r -> r.getLong(1), utid)
                        .orElse(null);
    }
}
