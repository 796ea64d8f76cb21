package traceglass.app.theme;

import java.util.List;
import java.util.function.ToIntFunction;
import javafx.scene.Node;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.skin.TableColumnHeader;

/// Divides the width of a table between a column of names and columns of numbers. Names take the space that
/// numbers leave; in a narrow table, numbers are only as wide as their headers and values, so that all of them are in
/// view.
public final class NumberColumns {

    private static final String WIDTH = "traceglass.width";
    private static final double SCROLL_BAR = 16;
    private static final double CHARACTER = 7.3;
    private static final double PADDING = 22;
    private static final double SORT_MARK = 18;

    private NumberColumns() {}

    /// Sets the width of a column of numbers at the default text size, where there is room for it.
    public static void setWidth(TableColumnBase<?, ?> column, double width) {
        column.getProperties().put(WIDTH, width);
        column.setPrefWidth(Math.ceil(width * StyleSheets.factor()));
    }

    /// Divides the width of the table.
    ///
    /// @param visible visible columns; those of numbers have a width set by [#setWidth]
    /// @param readableWidth width of the names at the default text size; numbers become narrower to make room for
    ///     it
    /// @param narrowest width at the default text size below which the table scrolls
    /// @param lengths number of characters of the longest value of a column of numbers
    public static void fit(
            Control table,
            TableColumnBase<?, ?> names,
            List<? extends TableColumnBase<?, ?>> visible,
            double readableWidth,
            double narrowest,
            ToIntFunction<TableColumnBase<?, ?>> lengths) {
        double factor = StyleSheets.factor();
        double availableWidth = table.getWidth() - SCROLL_BAR * factor;
        double wideTotal = 0;
        for (TableColumnBase<?, ?> c : visible) {
            wideTotal += c == names ? readableWidth * factor : width(c) * factor;
        }
        double otherWidths = 0;
        for (TableColumnBase<?, ?> c : visible) {
            if (c != names) {
                double width = width(c) * factor;
                double target =
                        Math.ceil(wideTotal > availableWidth ? Math.min(width, fitted(table, c, lengths)) : width);
                // The width, unlike the preferred width, is also changed by the user.
                if (c.getPrefWidth() != target) {
                    c.setPrefWidth(target);
                }
                otherWidths += c.getWidth();
            }
        }
        names.setPrefWidth(Math.floor(Math.max(narrowest * factor, availableWidth - otherWidths)));
    }

    private static double width(TableColumnBase<?, ?> column) {
        return column.getProperties().get(WIDTH) instanceof Double width ? width : column.getPrefWidth();
    }

    private static double fitted(
            Control table, TableColumnBase<?, ?> column, ToIntFunction<TableColumnBase<?, ?>> lengths) {
        double factor = StyleSheets.factor();
        double values = (lengths.applyAsInt(column) * CHARACTER + PADDING) * factor;
        for (Node n : table.lookupAll(".column-header")) {
            if (n instanceof TableColumnHeader header
                    && header.getTableColumn() == column
                    && header.lookup(".label") instanceof Label title) {
                double heading = title.prefWidth(-1) + 2 + (column.isSortable() ? SORT_MARK * factor : 0);
                return Math.max(values, heading);
            }
        }
        return Double.MAX_VALUE;
    }
}
