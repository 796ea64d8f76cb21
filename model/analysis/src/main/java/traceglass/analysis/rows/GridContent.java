package traceglass.analysis.rows;

import java.util.List;

/// Content of a grid: rows, columns, and the filtered and sorted order. Immutable; create it off the JavaFX thread if
/// that takes long.
///
/// @param rows all rows
/// @param columns displayed columns, left to right
/// @param order numbers of the displayed rows, top to bottom
/// @param largest largest absolute value of each of `columns` with bars, otherwise 0
/// @param text formats the values
/// @param lengths characters that each of `columns` needs, see [ColumnLengths]
public record GridContent(
        RowStore rows, List<GridColumn> columns, int[] order, double[] largest, CellText text, int[] lengths) {

    public GridContent {
        columns = List.copyOf(columns);
    }

    /// Creates the content in the order of the rows. Values of a column of fractional numbers get the same number of
    /// decimals.
    public static GridContent of(RowStore rows, List<GridColumn> columns, CellText text) {
        List<GridColumn> formatted = columns.stream()
                .map(c -> ColumnDecimals.appliesTo(c) ? c.withDecimals(ColumnDecimals.of(rows, c.source())) : c)
                .toList();
        double[] largest = new double[formatted.size()];
        for (int i = 0; i < largest.length; i++) {
            GridColumn c = formatted.get(i);
            if (c.hasBar()) {
                for (int row = 0; row < rows.size(); row++) {
                    if (!rows.isNull(row, c.source())) {
                        largest[i] = Math.max(largest[i], Math.abs(rows.getDouble(row, c.source())));
                    }
                }
            }
        }
        GridContent content =
                new GridContent(rows, formatted, RowSorting.allRows(rows), largest, text, new int[largest.length]);
        return new GridContent(rows, formatted, content.order, largest, text, ColumnLengths.of(content));
    }

    public GridContent ordered(int[] newOrder) {
        return new GridContent(rows, columns, newOrder, largest, text, lengths);
    }

    /// Returns the text of a cell in displayed row `i`.
    public String cell(int i, int column) {
        return text.text(rows, order[i], columns.get(column));
    }

    public boolean isNull(int i, int column) {
        return rows.isNull(order[i], columns.get(column).source());
    }

    /// Returns the sign of the value; 0 for NULL.
    public double direction(int i, int column) {
        return isNull(i, column)
                ? 0
                : Math.signum(rows.getDouble(order[i], columns.get(column).source()));
    }

    /// Returns the absolute value as a fraction of the largest in its column, 0 to 1.
    public double share(int i, int column) {
        return largest[column] <= 0 || isNull(i, column)
                ? 0
                : Math.abs(rows.getDouble(order[i], columns.get(column).source())) / largest[column];
    }
}
