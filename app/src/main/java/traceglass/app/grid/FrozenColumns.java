package traceglass.app.grid;

import java.util.List;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.TableView;
import javafx.scene.control.skin.TableColumnHeader;
import javafx.scene.shape.Rectangle;

/// Keeps the leading columns of a table fixed while the others scroll horizontally. JavaFX tables do not support this:
/// headers are translated against the scroll offset, and rows draw the cells a second time above the others, see
/// [GridRow].
final class FrozenColumns {

    private static final String FROZEN = "tg-frozen";

    private final TableView<Integer> table;
    private ScrollBar bar;
    private int count;

    FrozenColumns(TableView<Integer> table) {
        this.table = table;
    }

    /// Number of frozen columns, counted among the visible ones from the left.
    int count() {
        return Math.min(count, table.getVisibleLeafColumns().size());
    }

    void set(int columns) {
        count = columns;
        follow();
    }

    /// The frozen columns, from left to right.
    List<TableColumn<Integer, ?>> columns() {
        return table.getVisibleLeafColumns().subList(0, count());
    }

    /// Horizontal scroll offset of the other columns in pixels.
    double scrollOffset() {
        ScrollBar b = bar();
        return b == null || !b.isVisible() ? 0 : b.getValue();
    }

    private ScrollBar bar() {
        if (bar == null) {
            for (Node n : table.lookupAll(".scroll-bar")) {
                if (n instanceof ScrollBar b && b.getOrientation() == Orientation.HORIZONTAL) {
                    bar = b;
                    b.valueProperty().addListener((_, _, _) -> follow());
                    b.visibleProperty().addListener((_, _, _) -> follow());
                }
            }
        }
        return bar;
    }

    /// Updates the positions of headers and cells.
    void follow() {
        double x = scrollOffset();
        List<TableColumn<Integer, ?>> frozen = columns();
        for (Node n : table.lookupAll(".column-header")) {
            if (n instanceof TableColumnHeader header && header.getTableColumn() != null) {
                translate(header, frozen.contains(header.getTableColumn()), x);
                if (header.getParent() != null) {
                    moveResizeHandles(header, frozen, x);
                }
            }
        }
        for (Node n : table.lookupAll(".table-row-cell")) {
            if (n instanceof GridRow row) {
                row.positionFrozen();
            }
        }
    }

    /// Moves the invisible resize handles between the headers.
    private static void moveResizeHandles(TableColumnHeader header, List<TableColumn<Integer, ?>> frozen, double x) {
        for (Node n : header.getParent().getChildrenUnmodifiable()) {
            if (n instanceof Rectangle
                    && n.hasProperties()
                    && n.getProperties().values().stream()
                            .anyMatch(v -> v instanceof TableColumnBase<?, ?> c && c == header.getTableColumn())) {
                boolean isFrozen = frozen.contains(header.getTableColumn());
                n.setTranslateX(isFrozen ? x : 0);
                n.setViewOrder(isFrozen ? -2 : 0);
            }
        }
    }

    private static void translate(Node header, boolean isFrozen, double x) {
        header.setTranslateX(isFrozen ? x : 0);
        header.setViewOrder(isFrozen ? -1 : 0);
        if (isFrozen != header.getStyleClass().contains(FROZEN)) {
            if (isFrozen) {
                header.getStyleClass().add(FROZEN);
            } else {
                header.getStyleClass().remove(FROZEN);
            }
        }
    }
}
