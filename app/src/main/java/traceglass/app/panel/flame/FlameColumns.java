package traceglass.app.panel.flame;

import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import javafx.geometry.Pos;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Control;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumnBase;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.analysis.rows.CellText;
import traceglass.app.theme.NumberColumns;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.Styles;
import traceglass.store.text.DisplayText;

/// Columns and cells that the call tree and the functions have in common: names with the color of their frames, and
/// numbers whose unit is in the header.
final class FlameColumns {

    static final double ROW_HEIGHT = 24;

    private static final double PADDING = 10;
    private static final double INSET = 4;
    private static final double SWATCH_SIZE = 9;
    private static final double READABLE_NAME_WIDTH = 240;
    private static final double MIN_NAME_WIDTH = 130;

    private FlameColumns() {}

    /// Returns a column title with the unit of its values: `Total, ms`.
    static String title(String title, FlameMeasure measure) {
        return switch (measure.unit()) {
            case NANOSECONDS -> title + ", ms";
            case BYTES -> title + ", bytes";
            default -> title;
        };
    }

    /// Returns a value in the unit of the title.
    static String value(FlameMeasure measure, long value) {
        return switch (measure.unit()) {
            case NANOSECONDS -> CellText.groupedNumber(String.format(Locale.ROOT, "%.3f", value / 1e6));
            case WEIGHT -> CellText.groupedNumber(String.format(Locale.ROOT, "%.3f", value / 1e3));
            default -> DisplayText.grouped(value);
        };
    }

    /// Returns a difference in the unit of the title, with its sign.
    static String difference(FlameMeasure measure, long delta) {
        return delta == 0 ? "±0" : (delta > 0 ? "+" : "−") + value(measure, Math.abs(delta));
    }

    /// Sets the style and the width of a column of numbers.
    static <C extends TableColumnBase<?, ?>> C number(C column, double width) {
        column.getStyleClass().add("tg-right");
        NumberColumns.setWidth(column, width);
        column.setMinWidth(60);
        return column;
    }

    /// Returns the text of a table without rows.
    static Label placeholder(String text) {
        Label label = new Label(text);
        label.getStyleClass().add("tg-empty");
        label.setWrapText(true);
        return label;
    }

    /// Shows a menu at the pointer or for the menu key; null shows none.
    static void showMenu(Control table, Supplier<ContextMenu> menu) {
        table.setOnContextMenuRequested(e -> {
            ContextMenu shown = menu.get();
            if (shown != null) {
                shown.setAutoHide(true);
                shown.show(table, e.getScreenX(), e.getScreenY());
            }
            e.consume();
        });
    }

    /// Divides the width of a table between the names and the values.
    ///
    /// @param longest longest text of a value
    static void fit(
            Control table, TableColumnBase<?, ?> names, List<? extends TableColumnBase<?, ?>> visible, String longest) {
        NumberColumns.fit(table, names, visible, READABLE_NAME_WIDTH, MIN_NAME_WIDTH, _ -> longest.length());
    }

    /// Content of the cell of a name: a square in the color of the frame, the name, and its module.
    static final class NameBox extends Pane {

        private final Region swatch = new Region();
        private final Label label = new Label();
        private final Label module = new Label();

        NameBox() {
            swatch.getStyleClass().add("tg-swatch");
            label.getStyleClass().add("tg-cell-text");
            module.getStyleClass().add(Styles.TEXT_3);
            getChildren().addAll(swatch, label, module);
            setMinWidth(0);
        }

        void show(String name, String moduleName, int argb) {
            label.setText(DisplayText.oneLine(name));
            module.setText(moduleName.equals(name) ? "" : DisplayText.oneLine(moduleName));
            swatch.setStyle(String.format(Locale.ROOT, "-fx-background-color: #%06x;", argb & 0xFFFFFF));
        }

        @Override
        protected double computePrefWidth(double height) {
            return SWATCH_SIZE + 2 * 7 + label.prefWidth(-1) + module.prefWidth(-1);
        }

        @Override
        protected double computePrefHeight(double width) {
            return ROW_HEIGHT * StyleSheets.factor() - 1;
        }

        @Override
        protected void layoutChildren() {
            swatch.resizeRelocate(0, Math.round((getHeight() - SWATCH_SIZE) / 2), SWATCH_SIZE, SWATCH_SIZE);
            double availableWidth = Math.max(0, getWidth() - SWATCH_SIZE - 7);
            double width = Math.min(availableWidth, label.prefWidth(-1));
            label.resizeRelocate(SWATCH_SIZE + 7, 0, width, getHeight());
            // The module gets only the space that the name leaves.
            double rest = availableWidth - width - 10;
            module.setVisible(rest > 40);
            module.resizeRelocate(SWATCH_SIZE + 7 + width + 10, 0, Math.max(0, rest), getHeight());
        }
    }

    /// Content of the cell of a value: a bar from the right edge with the number above it.
    static final class ValueBox extends Pane {

        private final Region bar = new Region();
        private final Label label = new Label();
        private double share;

        ValueBox() {
            bar.getStyleClass().add("tg-cell-bar");
            bar.setMouseTransparent(true);
            label.getStyleClass().add("tg-cell-text");
            label.setAlignment(Pos.CENTER_RIGHT);
            getChildren().addAll(bar, label);
            setMinWidth(0);
        }

        void show(String text, double shareOfAll) {
            label.setText(text);
            share = Math.clamp(shareOfAll, 0, 1);
            requestLayout();
        }

        @Override
        protected double computePrefHeight(double width) {
            return ROW_HEIGHT * StyleSheets.factor() - 1;
        }

        @Override
        protected void layoutChildren() {
            double length = share <= 0 ? 0 : Math.max(1, share * (getWidth() - INSET));
            bar.resizeRelocate(getWidth() - length, INSET, length, getHeight() - 2 * INSET + 1);
            label.resizeRelocate(0, 0, Math.max(0, getWidth() - PADDING), getHeight());
        }
    }

    /// Returns a part as a fraction of all.
    static double share(long part, long all) {
        return all == 0 ? 0 : (double) part / all;
    }

    /// Sets the styles of a cell that contains a box.
    static void styleCell(Region cell, boolean isNumber) {
        cell.getStyleClass().addAll("tg-cell", isNumber ? "tg-right" : "tg-left");
        if (isNumber) {
            cell.getStyleClass().addAll("tg-cell-box", Styles.MONO);
        }
    }
}
