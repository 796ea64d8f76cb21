package traceglass.app.panel.area;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.ListCell;
import javafx.scene.layout.Region;
import traceglass.analysis.area.SingleEvents;
import traceglass.app.ui.FindPopup;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;

/// Button that opens a list of columns with check boxes.
final class AddColumnButton extends Button {

    private static final double HEIGHT = 11 * FindPopup.ROW_HEIGHT;

    private final FindPopup<SingleEvents.ExtraColumn> popup;
    private final Set<SingleEvents.ExtraColumn> chosen = new LinkedHashSet<>();
    private final Consumer<List<SingleEvents.ExtraColumn>> onChange;

    /// Creates a button.
    ///
    /// @param whenOpened called when the list opens, to request the columns, see [#show]
    /// @param onChange receives the checked columns in the order in which they were checked
    AddColumnButton(Runnable whenOpened, Consumer<List<SingleEvents.ExtraColumn>> onChange) {
        super(AreaTexts.ADD_COLUMN, new Icon("chevron-down", 12));
        this.onChange = onChange;
        setId("area-add-column");
        setContentDisplay(ContentDisplay.RIGHT);
        getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        setMinWidth(Region.USE_PREF_SIZE);
        popup = new FindPopup<>(
                "area-add-column-find",
                "area-add-column-list",
                AreaTexts.COLUMNS,
                SingleEvents.ExtraColumn::title,
                this::toggle);
        popup.list().setPrefHeight(HEIGHT);
        popup.list().setCellFactory(_ -> new ColumnCell());
        setOnAction(_ -> popup.toggle(this, whenOpened));
    }

    /// Fills the list.
    ///
    /// @param status text below the list
    void show(List<SingleEvents.ExtraColumn> all, String status) {
        popup.fill(all);
        popup.setStatus(status);
    }

    /// Unchecks all columns.
    void clear() {
        chosen.clear();
        popup.fill(List.of());
        popup.hide();
    }

    List<SingleEvents.ExtraColumn> chosen() {
        return List.copyOf(chosen);
    }

    private void toggle(SingleEvents.ExtraColumn column) {
        if (!chosen.remove(column)) {
            chosen.add(column);
        }
        popup.list().refresh();
        onChange.accept(new ArrayList<>(chosen));
    }

    private final class ColumnCell extends ListCell<SingleEvents.ExtraColumn> {

        private final CheckBox box = new CheckBox();

        ColumnCell() {
            box.setMinWidth(0);
            box.setMaxWidth(FindPopup.WIDTH - 30);
            box.setFocusTraversable(false);
            box.setMnemonicParsing(false);
            box.setOnAction(_ -> {
                if (getItem() != null) {
                    toggle(getItem());
                }
            });
        }

        @Override
        protected void updateItem(SingleEvents.ExtraColumn column, boolean isEmpty) {
            super.updateItem(column, isEmpty);
            if (isEmpty || column == null) {
                setGraphic(null);
                setAccessibleText(null);
                return;
            }
            box.setText(column.title());
            box.setSelected(chosen.contains(column));
            setAccessibleText(AreaTexts.column(column.title(), box.isSelected()));
            setGraphic(box);
        }
    }
}
