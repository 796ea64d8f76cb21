package traceglass.analysis.rows;

/// Chooses the number of decimals that all values of a column of fractional numbers are shown with, so that their
/// decimal points are aligned.
final class ColumnDecimals {

    /// Significant digits of the largest value.
    private static final int DIGITS = 7;
    /// Significant digits that the smallest value keeps, even if the largest gets more than [#DIGITS].
    private static final int MIN_DIGITS = 3;
    /// More decimals would make columns too wide.
    private static final int MAX_DECIMALS = 9;
    /// Values from here on have digits that a double can't store; each is shown as a power of ten.
    private static final double MAX_VALUE = 1e15;
    /// Largest difference from a decimal number that is attributed to binary fractions, relative to the value.
    private static final double ROUNDING = 1e-12;

    private ColumnDecimals() {}

    /// Returns whether values of the column get a common number of decimals.
    static boolean appliesTo(GridColumn column) {
        return (column.kind() == CellKind.REAL || column.kind() == CellKind.OPTIONAL_REAL)
                && column.decimals() == GridColumn.OWN_DECIMALS;
    }

    /// Returns the number of decimals of a column, or [GridColumn#OWN_DECIMALS] if the values are too different for a
    /// common one.
    ///
    /// @param source index of the column in the rows
    static int of(RowStore rows, int source) {
        if (rows.type(source) != RowType.DOUBLE) {
            return GridColumn.OWN_DECIMALS;
        }
        double smallest = Double.POSITIVE_INFINITY;
        double largest = 0;
        for (int row = 0; row < rows.size(); row++) {
            double size = rows.isNull(row, source) ? 0 : Math.abs(rows.getDouble(row, source));
            if (size > 0 && size < Double.POSITIVE_INFINITY) {
                smallest = Math.min(smallest, size);
                largest = Math.max(largest, size);
            }
        }
        if (largest == 0) {
            return 0;
        }
        int max = Math.max(DIGITS - 1 - exponent(largest), MIN_DIGITS - 1 - exponent(smallest));
        return largest >= MAX_VALUE || max > MAX_DECIMALS
                ? GridColumn.OWN_DECIMALS
                : neededDecimals(rows, source, Math.max(0, max));
    }

    private static int exponent(double value) {
        return (int) Math.floor(Math.log10(value));
    }

    /// Returns the number of decimals that the values have, up to the given one.
    private static int neededDecimals(RowStore rows, int source, int max) {
        int needed = 0;
        double scale = 1;
        for (int row = 0; row < rows.size() && needed < max; row++) {
            double value = rows.isNull(row, source) ? 0 : rows.getDouble(row, source);
            while (needed < max && hasMore(value * scale)) {
                needed++;
                scale *= 10;
            }
        }
        return needed;
    }

    private static boolean hasMore(double scaled) {
        return Math.abs(scaled - Math.rint(scaled)) > Math.abs(scaled) * ROUNDING;
    }
}
