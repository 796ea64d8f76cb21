package traceglass.app.grid;

import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.layout.HBox;
import traceglass.app.ui.Icon;

/// Sort indicator in a column header: the direction and, with several sort columns, the position among them.
final class SortMark extends HBox {

    private final Icon arrow = new Icon("chevron-up", 13);
    private final Label position = new Label();

    SortMark(TableColumn<Integer, ?> column) {
        getStyleClass().add("tg-sort-mark");
        position.getStyleClass().add("tg-sort-position");
        setAlignment(Pos.CENTER);
        getChildren().addAll(arrow, position);
        column.sortTypeProperty().addListener((_, _, newValue) -> setDirection(newValue));
        setDirection(column.getSortType());
        show(0, 0);
    }

    private void setDirection(TableColumn.SortType type) {
        arrow.setName(type == TableColumn.SortType.DESCENDING ? "chevron-down" : "chevron-up");
    }

    /// Updates the indicator.
    ///
    /// @param index position among the sort columns
    /// @param count number of sort columns
    void show(int index, int count) {
        position.setText(Integer.toString(index + 1));
        position.setVisible(count > 1);
        position.setManaged(count > 1);
    }
}
