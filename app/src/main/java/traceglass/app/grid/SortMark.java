package traceglass.app.grid;

import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.layout.HBox;
import traceglass.app.ui.Icon;

/// What stands in the header of a column by which rows are in order: which way, and when there are several, which one
/// it is.
final class SortMark extends HBox {

    private final Icon arrow = new Icon("chevron-up", 13);
    private final Label place = new Label();

    SortMark(TableColumn<Integer, ?> column) {
        getStyleClass().add("tg-sort-mark");
        place.getStyleClass().add("tg-sort-place");
        setAlignment(Pos.CENTER);
        getChildren().addAll(arrow, place);
        column.sortTypeProperty().addListener((o, was, is) -> point(is));
        point(column.getSortType());
        show(0, 0);
    }

    private void point(TableColumn.SortType type) {
        arrow.setName(type == TableColumn.SortType.DESCENDING ? "chevron-down" : "chevron-up");
    }

    /// @param index of the column among those by which rows are in order
    /// @param count how many these are
    void show(int index, int count) {
        place.setText(Integer.toString(index + 1));
        place.setVisible(count > 1);
        place.setManaged(count > 1);
    }
}
