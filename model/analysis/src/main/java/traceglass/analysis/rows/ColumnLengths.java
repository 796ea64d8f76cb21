package traceglass.analysis.rows;

import java.util.Arrays;

/// Estimates how many characters the columns of a grid need.
public final class ColumnLengths {

    /// Number of rows from which the length of a column is estimated.
    private static final int SAMPLED_ROWS = 200;
    /// Number of rows whose numbers are compared to find the longest.
    private static final int COMPARED_ROWS = 20_000;
    /// Texts up to this length are never truncated.
    private static final int MAX_UNCUT_CHARS = 32;

    private ColumnLengths() {}

    /// Returns the lengths of all columns. Formats cells, so for many rows it should not run on the JavaFX thread.
    static int[] of(GridContent content) {
        int[] lengths = new int[content.columns().size()];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = of(content, i);
        }
        return lengths;
    }

    /// Returns the number of characters that most cells of a column fit into: all numbers and short texts, but not
    /// the longest of long texts.
    public static int of(GridContent content, int index) {
        int rows = content.order().length;
        int[] lengths = new int[Math.min(SAMPLED_ROWS, rows)];
        int step = Math.max(1, rows / Math.max(1, lengths.length));
        for (int i = 0; i < lengths.length; i++) {
            // Samples the whole result, including the last row, because ascending numbers get longer.
            lengths[i] = content.cell(i == lengths.length - 1 ? rows - 1 : i * step, index)
                    .length();
        }
        Arrays.sort(lengths);
        int longest = Math.max(lengths.length == 0 ? 0 : lengths[lengths.length - 1], longestNumber(content, index));
        boolean isComplete = content.columns().get(index).kind() != CellKind.TEXT || longest <= MAX_UNCUT_CHARS;
        return isComplete ? longest : Math.max(MAX_UNCUT_CHARS, lengths[lengths.length * 9 / 10]);
    }

    /// Returns the length of the longest number of a column, 0 for texts: the smallest and the largest number
    /// have the most digits.
    private static int longestNumber(GridContent content, int index) {
        RowStore rows = content.rows();
        int source = content.columns().get(index).source();
        int[] order = content.order();
        if (!rows.type(source).isNumber()) {
            return 0;
        }
        int smallest = -1;
        int largest = -1;
        double min = Double.POSITIVE_INFINITY;
        double max = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < order.length; i += Math.max(1, order.length / COMPARED_ROWS)) {
            if (!rows.isNull(order[i], source)) {
                double value = rows.getDouble(order[i], source);
                smallest = smallest < 0 || value < min ? i : smallest;
                largest = largest < 0 || value > max ? i : largest;
                min = Math.min(min, value);
                max = Math.max(max, value);
            }
        }
        return smallest < 0
                ? 0
                : Math.max(
                        content.cell(smallest, index).length(),
                        content.cell(largest, index).length());
    }
}
