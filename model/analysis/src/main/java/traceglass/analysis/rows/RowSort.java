package traceglass.analysis.rows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.query.Cancellation;
import traceglass.sql.result.QueryException;

/// Sorts the rows of a result, in memory, or in a [RowDatabase] if there are so many that their strings would fill the
/// memory.
public final class RowSort {

    /// Maximum number of rows to sort in memory.
    private static final int MAX_IN_MEMORY = 1_000_000;

    private RowSort() {}

    /// Returns the rows sorted by several columns, the first of which has priority; see [RowSorting#sorted].
    public static int[] sort(RowStore rows, int[] order, List<RowSorting.Key> keys) {
        if (order.length <= MAX_IN_MEMORY || keys.isEmpty()) {
            return RowSorting.sorted(rows, order, keys);
        }
        try {
            return sortInDatabase(rows, order, keys);
        } catch (QueryException | IOException e) {
            System.getLogger(RowSort.class.getName()).log(System.Logger.Level.WARNING, "Can't sort on disk", e);
            return RowSorting.sorted(rows, order, keys);
        }
    }

    public static int[] sortInDatabase(RowStore rows, int[] order, List<RowSorting.Key> keys)
            throws QueryException, IOException {
        StringBuilder text = new StringBuilder();
        List<Integer> columns = new ArrayList<>();
        for (RowSorting.Key key : keys) {
            String c = "c" + key.column();
            String direction = key.isDescending() ? " DESC NULLS LAST, " : " ASC NULLS LAST, ";
            text.append(
                    rows.type(key.column()) == RowType.TEXT
                            ? "lower(" + c + ")" + direction + c + direction
                            : c + direction);
            if (!columns.contains(key.column())) {
                columns.add(key.column());
            }
        }
        try (RowDatabase database = new RowDatabase()) {
            // Equal rows keep their original order.
            RowStore sorted = database.query(
                    "SELECT row FROM " + database.source(rows, order, columns) + " ORDER BY " + text + "row",
                    new Cancellation());
            int[] result = new int[sorted.size()];
            for (int i = 0; i < result.length; i++) {
                result[i] = (int) sorted.getLong(i, 0);
            }
            return result;
        }
    }
}
