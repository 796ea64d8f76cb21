package traceglass.app.panel.area;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import javafx.collections.FXCollections;
import javafx.collections.transformation.FilteredList;
import javafx.geometry.Side;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.CustomMenuItem;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import traceglass.app.theme.Sheets;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;

/// A button that opens a list of columns, each of which can be checked.
final class AddColumnButton extends Button {

    private static final double WIDTH = 340;

    private final ContextMenu popup = new ContextMenu();
    private final TextField find = new TextField();
    private final Label state = new Label();
    private final ListView<SingleEvents.Extra> list = new ListView<>();
    private final Set<SingleEvents.Extra> chosen = new LinkedHashSet<>();
    private final Consumer<List<SingleEvents.Extra>> changed;
    private FilteredList<SingleEvents.Extra> columns = new FilteredList<>(FXCollections.observableArrayList());

    /// @param wanted  asked for the columns when the list is opened, see [#show]
    /// @param changed told the columns that are chosen, in the order in which they were
    AddColumnButton(Runnable wanted, Consumer<List<SingleEvents.Extra>> changed) {
        super("Add column", new Icon("chevron-down", 12));
        this.changed = changed;
        setId("area-add-column");
        setContentDisplay(ContentDisplay.RIGHT);
        getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        setMinWidth(Region.USE_PREF_SIZE);
        find.setPromptText("Find columns");
        find.setAccessibleText("Find columns");
        find.setId("area-add-column-find");
        find.getStyleClass().add(Styles.COMPACT);
        find.textProperty().addListener(o -> filter());
        find.setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.DOWN) {
                list.requestFocus();
                list.getSelectionModel().selectFirst();
                e.consume();
            } else if (e.getCode() == KeyCode.ENTER && !columns.isEmpty()) {
                toggle(columns.getFirst());
                e.consume();
            }
        });
        list.setId("area-add-column-list");
        list.setPrefSize(WIDTH, 264);
        list.setFixedCellSize(24);
        list.getStyleClass().add("tg-facet-list");
        list.setAccessibleText("Columns");
        list.setCellFactory(_ -> new ColumnCell());
        list.setOnKeyPressed(e -> {
            SingleEvents.Extra column = list.getSelectionModel().getSelectedItem();
            if (column != null && (e.getCode() == KeyCode.SPACE || e.getCode() == KeyCode.ENTER)) {
                toggle(column);
                e.consume();
            }
        });
        state.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        VBox box = new VBox(6, find, list, state);
        box.getStyleClass().add("tg-facet-box");
        Sheets.add(box, Sheets.PANELS);
        CustomMenuItem item = new CustomMenuItem(box, false);
        item.getStyleClass().add("tg-facet-item");
        popup.getItems().add(item);
        popup.getStyleClass().add("tg-facet-popup");
        setOnAction(_ -> {
            if (popup.isShowing()) {
                popup.hide();
                return;
            }
            wanted.run();
            popup.show(this, Side.BOTTOM, 0, 2);
            find.requestFocus();
        });
    }

    private void filter() {
        String wanted = find.getText().strip().toLowerCase(Locale.ROOT);
        columns.setPredicate(c -> c.title().toLowerCase(Locale.ROOT).contains(wanted));
    }

    /// Fills the list.
    ///
    /// @param said what stands below it
    void show(List<SingleEvents.Extra> all, String said) {
        columns = new FilteredList<>(FXCollections.observableArrayList(all));
        filter();
        list.setItems(columns);
        state.setText(said);
    }

    /// Forgets what is chosen.
    void clear() {
        chosen.clear();
        list.setItems(FXCollections.observableArrayList());
        popup.hide();
    }

    List<SingleEvents.Extra> chosen() {
        return List.copyOf(chosen);
    }

    private void toggle(SingleEvents.Extra column) {
        if (!chosen.remove(column)) {
            chosen.add(column);
        }
        list.refresh();
        changed.accept(new ArrayList<>(chosen));
    }

    private final class ColumnCell extends ListCell<SingleEvents.Extra> {

        private final CheckBox box = new CheckBox();

        ColumnCell() {
            box.setMinWidth(0);
            box.setMaxWidth(WIDTH - 30);
            box.setFocusTraversable(false);
            box.setMnemonicParsing(false);
            box.setOnAction(_ -> {
                if (getItem() != null) {
                    toggle(getItem());
                }
            });
        }

        @Override
        protected void updateItem(SingleEvents.Extra column, boolean empty) {
            super.updateItem(column, empty);
            if (empty || column == null) {
                setGraphic(null);
                setAccessibleText(null);
                return;
            }
            box.setText(column.title());
            box.setSelected(chosen.contains(column));
            setAccessibleText(column.title() + (box.isSelected() ? ", shown" : ""));
            setGraphic(box);
        }
    }
}
