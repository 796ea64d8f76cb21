package traceglass.analysis.listing;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.rows.RowType;
import traceglass.analysis.rows.RowWriter;
import traceglass.sql.result.QueryException;

/// Reads all events of a list for a file or the clipboard.
public final class EventExport {

    private static final int BATCH_SIZE = 4096;

    private EventExport() {}

    /// Reads the events of these keys, in order, with the columns of the list: times and numbers as values,
    /// levels as words. Stops early if canceled.
    public static RowStore rows(TraceQueries q, EventListing listing, long[] keys) throws QueryException, IOException {
        List<EventColumn> columns = listing.columns();
        List<RowType> types = columns.stream()
                .map(c -> isNumber(c) ? RowType.LONG : RowType.TEXT)
                .toList();
        try (RowWriter out =
                new RowWriter(columns.stream().map(EventColumn::name).toList(), types)) {
            for (int from = 0; from < keys.length && !q.isCanceled(); from += BATCH_SIZE) {
                long[] batch = Arrays.copyOfRange(keys, from, Math.min(keys.length, from + BATCH_SIZE));
                Map<Long, EventRow> rows = EventRow.read(q, listing, batch, true);
                for (long key : batch) {
                    EventRow row = rows.get(key);
                    if (row != null) {
                        write(out, listing, columns, row);
                    }
                }
            }
            return out.finish();
        }
    }

    private static void write(RowWriter out, EventListing listing, List<EventColumn> columns, EventRow row)
            throws IOException {
        for (int i = 0; i < columns.size(); i++) {
            String value = row.values()[i];
            if (value == null) {
                out.setNull(i);
            } else if (isNumber(columns.get(i))) {
                out.setLong(i, Long.parseLong(value));
            } else {
                out.setText(
                        i,
                        columns.get(i).format() == EventColumn.ColumnFormat.LEVEL ? levelLabel(listing, value) : value);
            }
        }
        out.next();
    }

    private static boolean isNumber(EventColumn column) {
        return column.format() == EventColumn.ColumnFormat.TIME || column.format() == EventColumn.ColumnFormat.NUMBER;
    }

    private static String levelLabel(EventListing listing, String level) {
        return listing.levels().stream()
                .filter(l -> Integer.toString(l.value()).equals(level))
                .map(EventListing.Level::label)
                .findFirst()
                .orElse(level);
    }
}
