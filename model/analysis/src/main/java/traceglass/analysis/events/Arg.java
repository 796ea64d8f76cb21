package traceglass.analysis.events;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Argument of an event.
///
/// @param key full key with its path: `debug.frames[2].name`
/// @param value display value; null for NULL
/// @param table table whose row an integer value refers to; null for none, empty until resolved
/// @param id id of that row
/// @param label text of the link to that row
public record Arg(String key, String value, String table, long id, String label) {

    private static final String UNKNOWN = "";
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?([eE][-+]?\\d+)?");
    private static final Pattern ADDRESS = Pattern.compile("https?://[^\\s<>\"]+", Pattern.CASE_INSENSITIVE);

    private static final String SQL = """
        SELECT a.key, a.display_value, a.value_type, a.int_value,
          CASE WHEN a.flat_key LIKE '%utid' THEN th.name END, CASE WHEN a.flat_key LIKE '%upid' THEN p.name END
        FROM args AS a
        LEFT JOIN thread AS th ON a.flat_key LIKE '%utid' AND th.utid = a.int_value
        LEFT JOIN process AS p ON a.flat_key LIKE '%upid' AND p.upid = a.int_value
        WHERE a.arg_set_id = ?
        ORDER BY a.id\
        """;

    /// Reads the arguments of the set of an event, with links to the threads and processes that they name by the
    /// operating system's ids.
    ///
    /// @param ts time of the event
    /// @param machine machine of the event, where 0 is the host; null if unknown
    public static List<Arg> ofEvent(TraceQueries queries, Long set, long ts, Long machine) throws QueryException {
        return new ArgOwners(queries, ts, machine).link(ofSet(queries, set));
    }

    /// Reads the arguments of a set, in order; empty for a null set. Ids among the values are resolved later.
    public static List<Arg> ofSet(TraceQueries queries, Long set) throws QueryException {
        return set == null
                ? List.of()
                : queries.all(
                        SQL,
                        r -> {
                            String type = r.getString(3);
                            Long number = TraceQueries.number(r, 4);
                            boolean isPlain = number == null || "bool".equals(type) || "string".equals(type);
                            String name = r.getString(5) != null ? r.getString(5) : r.getString(6);
                            return new Arg(
                                    r.getString(1),
                                    r.getString(2),
                                    isPlain ? null : UNKNOWN,
                                    number == null ? 0 : number,
                                    name == null ? "" : name);
                        },
                        set);
    }

    /// Creates an argument from a column of a query result; the id that its name suggests is resolved later.
    public static Arg ofColumn(String name, Object value) {
        boolean isNumber =
                value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte;
        return isNumber
                ? new Arg(name, value.toString(), UNKNOWN, ((Number) value).longValue(), "")
                : new Arg(name, value == null ? null : value.toString(), null, 0, "");
    }

    /// Returns the argument with its value resolved to an id, if it is one.
    ///
    /// @param tables finds the table that the ids of arguments of a name belong to
    public Arg resolve(Function<String, Optional<RowTable>> tables) {
        if (!isUnresolved()) {
            return this;
        }
        String tableName = tables.apply(key.substring(key.lastIndexOf('.') + 1))
                .map(RowTable::name)
                .orElse(null);
        return new Arg(
                key,
                value,
                tableName,
                id,
                !label.isEmpty() || tableName == null ? label : tableName.replace('_', ' ') + " " + id);
    }

    /// Returns whether the value may be an id whose table is not known yet.
    boolean isUnresolved() {
        return UNKNOWN.equals(table);
    }

    /// Returns whether the value is a number, so that its values can be drawn over time.
    public boolean isNumber() {
        return value != null && table == null && NUMBER.matcher(value).matches();
    }

    /// Returns whether the value is a web address.
    public boolean isWebAddress() {
        return value != null && ADDRESS.matcher(value).matches();
    }
}
