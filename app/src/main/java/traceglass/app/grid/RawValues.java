package traceglass.app.grid;

import java.util.HashSet;
import java.util.Set;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.scene.control.TableView;
import traceglass.analysis.rows.GridContent;

/// Controls which values of a grid are shown raw: times in nanoseconds, without units and digit grouping.
final class RawValues {

    private final TableView<Integer> table;
    private final BooleanProperty all = new SimpleBooleanProperty();
    /// Indexes in the rows of the content.
    private final Set<Integer> columns = new HashSet<>();

    RawValues(TableView<Integer> table) {
        this.table = table;
        all.addListener(o -> table.refresh());
    }

    /// Whether all values are shown raw.
    BooleanProperty allProperty() {
        return all;
    }

    /// @param column index in the rows of the content
    boolean isRaw(int column) {
        return all.get() || columns.contains(column);
    }

    /// @param column index in the rows of the content
    void setRaw(int column, boolean isRaw) {
        if (isRaw) {
            columns.add(column);
        } else {
            columns.remove(column);
        }
        table.refresh();
    }

    /// Forgets the columns that are shown raw, because other rows are shown.
    void reset() {
        columns.clear();
    }

    /// Text of a cell.
    ///
    /// @param row position from the top
    /// @param column index in the content's columns
    String text(GridContent content, int row, int column) {
        int source = content.columns().get(column).source();
        return isRaw(source) && !content.isNull(row, column)
                ? content.rows().getText(content.order()[row], source)
                : content.cell(row, column);
    }
}
