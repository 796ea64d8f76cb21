package traceglass.analysis.rows;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;

/// Sorts and filters rows by row number. Pure functions that may be slow; call on background threads.
public final class RowSorting {

    private interface Comparison {
        int compare(int a, int b);
    }

    private RowSorting() {}

    /// Returns all rows in their original order.
    public static int[] allRows(RowStore rows) {
        int[] order = new int[rows.size()];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
        }
        return order;
    }

    /// Returns the rows that match all filters, in the given order.
    public static int[] filter(RowStore rows, int[] order, Iterable<RowFilter> filters) {
        int[] filtered = order;
        for (RowFilter f : filters) {
            IntPredicate test = f.predicate(rows);
            int[] next = new int[filtered.length];
            int n = 0;
            for (int row : filtered) {
                if (test.test(row)) {
                    next[n++] = row;
                }
            }
            filtered = Arrays.copyOf(next, n);
        }
        return filtered;
    }

    /// Sort key.
    ///
    /// @param column index in the [RowStore]
    public record Key(int column, boolean isDescending) {}

    /// Returns the rows sorted by several columns, the first of which has priority.
    public static int[] sorted(RowStore rows, int[] order, List<Key> keys) {
        int[] sorted = order;
        for (Key key : keys.reversed()) {
            sorted = sorted(rows, sorted, key.column, key.isDescending);
        }
        return sorted;
    }

    /// Returns the rows sorted by a column; the sort is stable. Text is compared ignoring case first. NULL comes
    /// last in either direction.
    public static int[] sorted(RowStore rows, int[] order, int column, boolean isDescending) {
        int[] present = new int[order.length];
        int[] absent = new int[order.length];
        int n = 0;
        int nulls = 0;
        for (int row : order) {
            if (rows.isNull(row, column)) {
                absent[nulls++] = row;
            } else {
                present[n++] = row;
            }
        }
        present = Arrays.copyOf(present, n);
        Comparison comparison = comparison(rows, column);
        sort(present, isDescending ? (a, b) -> comparison.compare(b, a) : comparison);
        int[] sorted = Arrays.copyOf(present, order.length);
        System.arraycopy(absent, 0, sorted, n, nulls);
        return sorted;
    }

    private static Comparison comparison(RowStore rows, int column) {
        return switch (rows.type(column)) {
            case TEXT -> {
                String[] texts = rows.texts(column);
                yield (a, b) -> {
                    int c = String.CASE_INSENSITIVE_ORDER.compare(texts[a], texts[b]);
                    return c != 0 ? c : texts[a].compareTo(texts[b]);
                };
            }
            case DOUBLE -> {
                double[] values = new double[rows.size()];
                Arrays.setAll(values, i -> rows.getDouble(i, column));
                yield (a, b) -> Double.compare(values[a], values[b]);
            }
            case HUGE ->
                (a, b) -> {
                    int c = Long.compare(rows.high(a, column), rows.high(b, column));
                    return c != 0 ? c : Long.compareUnsigned(rows.getLong(a, column), rows.getLong(b, column));
                };
            default -> {
                long[] values = new long[rows.size()];
                Arrays.setAll(values, i -> rows.getLong(i, column));
                yield (a, b) -> Long.compare(values[a], values[b]);
            }
        };
    }

    /// Merge sort of numbers without boxing.
    private static void sort(int[] a, Comparison comparison) {
        int[] from = a;
        int[] to = new int[a.length];
        for (int width = 1; width < a.length; width *= 2) {
            for (int start = 0; start < a.length; start += 2 * width) {
                int middle = Math.min(start + width, a.length);
                merge(from, start, middle, Math.min(middle + width, a.length), to, comparison);
            }
            int[] t = from;
            from = to;
            to = t;
        }
        if (from != a) {
            System.arraycopy(from, 0, a, 0, a.length);
        }
    }

    private static void merge(int[] from, int start, int middle, int end, int[] to, Comparison comparison) {
        int left = start;
        int right = middle;
        for (int i = start; i < end; i++) {
            if (left < middle && (right >= end || comparison.compare(from[left], from[right]) <= 0)) {
                to[i] = from[left++];
            } else {
                to[i] = from[right++];
            }
        }
    }

    static boolean containsIgnoringCase(String text, String lower) {
        return text.toLowerCase(Locale.ROOT).contains(lower);
    }
}
