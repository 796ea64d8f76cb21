package traceglass.analysis.listing;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Event as displayed.
///
/// @param key key in its list
/// @param ts time in ns
/// @param values values of [EventListing#columns] in plain notation; null for NULL
public record EventRow(long key, long ts, String[] values) {

    /// Maximum length of the text of a cell; a line never shows more.
    private static final int MAX_LENGTH = 1_000;

    /// Reads the events of these keys, in any order.
    ///
    /// @param isComplete whether long strings are kept in full
    public static Map<Long, EventRow> read(TraceQueries q, EventListing listing, long[] keys, boolean isComplete)
            throws QueryException {
        Map<Long, EventRow> rows = new HashMap<>();
        Map<Long, Long> argSets = new HashMap<>();
        List<EventColumn> columns = listing.columns();
        int args = columns.stream().map(EventColumn::name).toList().indexOf("args");
        q.forEachRow("SELECT * FROM (" + listing.rows(listing.condition(keys)) + ") AS e", r -> {
            String[] values = new String[columns.size()];
            for (int i = 0; i < values.length; i++) {
                if (i != args) {
                    values[i] = shorten(r.getString(columns.get(i).name()), isComplete);
                }
            }
            EventRow row = new EventRow(r.getLong("key"), r.getLong("ts"), values);
            rows.put(row.key, row);
            if (args >= 0) {
                long set = r.getLong(listing.argSets());
                if (!r.wasNull()) {
                    argSets.put(set, row.key);
                }
            }
        });
        if (!argSets.isEmpty()) {
            readArgs(q, argSets, rows, args, isComplete);
        }
        return rows;
    }

    private static void readArgs(
            TraceQueries q, Map<Long, Long> argSets, Map<Long, EventRow> rows, int column, boolean isComplete)
            throws QueryException {
        long min = argSets.keySet().stream().mapToLong(Long::longValue).min().orElse(0);
        long max = argSets.keySet().stream().mapToLong(Long::longValue).max().orElse(0);
        String sets = argSets.keySet().stream().map(String::valueOf).collect(Collectors.joining(","));
        q.forEachRow("""
            SELECT arg_set_id, string_agg(key || '=' || coalesce(display_value, 'NULL'), ' ' ORDER BY id) FROM args
            WHERE arg_set_id BETWEEN %d AND %d AND arg_set_id IN (%s) GROUP BY arg_set_id\
            """.formatted(min, max, sets), r -> {
            EventRow row = rows.get(argSets.get(r.getLong(1)));
            if (row != null) {
                row.values[column] = shorten(r.getString(2), isComplete);
            }
        });
    }

    private static String shorten(String text, boolean isComplete) {
        return text == null || isComplete || text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "…";
    }
}
