package traceglass.analysis.rows;

import java.util.List;

/// What a grid shows: rows, what their columns mean, and which rows in what order. Immutable; made off the JavaFX
/// thread where it takes long.
///
/// @param rows all rows
/// @param columns what is shown of them, left to right
/// @param order numbers of the rows shown, top to bottom
/// @param largest largest size of a number in each of `columns` that has bars, else 0
/// @param text how values are written
public record GridContent(RowStore rows, List<GridColumn> columns, int[] order, double[] largest, CellText text) {

    public GridContent {
        columns = List.copyOf(columns);
    }

    public static GridContent of(RowStore rows, List<GridColumn> columns, CellText text) {
        double[] largest = new double[columns.size()];
        for (int i = 0; i < largest.length; i++) {
            GridColumn c = columns.get(i);
            if (c.bar()) {
                for (int row = 0; row < rows.size(); row++) {
                    if (!rows.isNull(row, c.source())) {
                        largest[i] = Math.max(largest[i], Math.abs(rows.getDouble(row, c.source())));
                    }
                }
            }
        }
        return new GridContent(rows, columns, RowSorting.all(rows), largest, text);
    }

    public GridContent ordered(int[] newOrder) {
        return new GridContent(rows, columns, newOrder, largest, text);
    }

    /// What stands in the cell of row `i` of those shown.
    public String cell(int i, int column) {
        return text.text(rows, order[i], columns.get(column));
    }

    public boolean isNull(int i, int column) {
        return rows.isNull(order[i], columns.get(column).source());
    }

    /// Below, at or above 0; 0 for NULL.
    public double sign(int i, int column) {
        return isNull(i, column)
                ? 0
                : Math.signum(rows.getDouble(order[i], columns.get(column).source()));
    }

    /// Size of the value against the largest of its column, 0 to 1.
    public double share(int i, int column) {
        return largest[column] <= 0 || isNull(i, column)
                ? 0
                : Math.abs(rows.getDouble(order[i], columns.get(column).source())) / largest[column];
    }
}
