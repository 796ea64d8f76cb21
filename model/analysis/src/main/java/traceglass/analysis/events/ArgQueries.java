package traceglass.analysis.events;

/// Queries for arguments, used by the SQL page and by tracks.
public final class ArgQueries {

    private ArgQueries() {}

    /// Returns a query for the slices with this value of an argument.
    public static String slicesWith(String key, String value) {
        return """
            SELECT s.id, s.ts, s.dur, s.name, s.track_id
            FROM slice AS s JOIN args AS a USING (arg_set_id)
            WHERE a.key = '%s' AND a.display_value = '%s'
            ORDER BY s.ts\
            """.formatted(quote(key), quote(value));
    }

    /// Returns a query for the numeric values of an argument over time, in the slices of one name.
    public static String values(String sliceName, String key) {
        return """
            SELECT s.ts, coalesce(a.real_value, a.int_value) AS value
            FROM slice AS s JOIN args AS a USING (arg_set_id)
            WHERE s.name = '%s' AND a.key = '%s' AND coalesce(a.real_value, a.int_value) IS NOT NULL
            ORDER BY s.ts\
            """.formatted(quote(sliceName), quote(key));
    }

    /// Returns a query for the slices of one name, named by the value of an argument.
    public static String slicesNamedByArg(String sliceName, String key) {
        return """
            SELECT s.ts, s.dur, coalesce(a.display_value, 'NULL') AS name, s.id AS slice_id, s.track_id, s.arg_set_id
            FROM slice AS s JOIN args AS a USING (arg_set_id)
            WHERE s.name = '%s' AND a.key = '%s'
            ORDER BY s.ts\
            """.formatted(quote(sliceName), quote(key));
    }

    private static String quote(String text) {
        return text.replace("'", "''");
    }
}
