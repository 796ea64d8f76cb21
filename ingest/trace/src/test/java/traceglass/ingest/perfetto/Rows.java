package traceglass.ingest.perfetto;

import java.util.StringJoiner;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Prints table rows for tests: values separated by `|`, rows by `; `, and `-` for null.
public final class Rows {

    private Rows() {}

    /// Returns the rows of a table.
    ///
    /// @param columns column names with a type suffix: `name:s` for strings, `:i` for ints, `:l` for longs,
    ///     `:d` for doubles
    public static String of(TraceStorage storage, String table, String... columns) {
        Table t = storage.table(table);
        StringJoiner rows = new StringJoiner("; ");
        for (int i = 0; i < t.rowCount(); i++) {
            StringJoiner row = new StringJoiner("|");
            for (String c : columns) {
                row.add(value(storage, t, i, c.substring(0, c.length() - 2), c.charAt(c.length() - 1)));
            }
            rows.add(row.toString());
        }
        return rows.toString();
    }

    private static String value(TraceStorage storage, Table t, int row, String column, char kind) {
        return switch (kind) {
            case 's' ->
                t.strings(column).isNull(row)
                        ? "-"
                        : storage.strings().get(t.strings(column).get(row));
            case 'i' ->
                t.ints(column).isNull(row)
                        ? "-"
                        : Integer.toString(t.ints(column).get(row));
            case 'l' ->
                t.longs(column).isNull(row)
                        ? "-"
                        : Long.toString(t.longs(column).get(row));
            case 'd' -> Double.toString(t.doubles(column).get(row));
            default -> throw new IllegalArgumentException(column + " has no type suffix");
        };
    }

    /// Returns all arguments as `key=value`, with quotes around strings to distinguish empty ones from null.
    public static String args(TraceStorage storage) {
        Table t = storage.table("__intrinsic_args");
        StringJoiner text = new StringJoiner("; ");
        for (int i = 0; i < t.rowCount(); i++) {
            String value = !t.longs("int_value").isNull(i)
                    ? Long.toString(t.longs("int_value").get(i))
                    : t.strings("string_value").isNull(i)
                            ? "null"
                            : '"'
                                    + storage.strings()
                                            .get(t.strings("string_value").get(i))
                                    + '"';
            text.add(storage.strings().get(t.strings("key").get(i)) + "=" + value);
        }
        return text.toString();
    }

    /// Returns counter samples as `track=value`.
    public static String counters(TraceStorage storage) {
        Table t = storage.table("__intrinsic_counter");
        StringJoiner text = new StringJoiner("; ");
        for (int i = 0; i < t.rowCount(); i++) {
            int name = storage.table("__intrinsic_track")
                    .strings("name")
                    .get(t.ints("track_id").get(i));
            text.add(storage.strings().get(name) + "=" + t.doubles("value").get(i));
        }
        return text.toString();
    }
}
