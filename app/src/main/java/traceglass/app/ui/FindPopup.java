package traceglass.app.ui;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.collections.FXCollections;
import javafx.collections.transformation.FilteredList;
import javafx.geometry.Side;
import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.CustomMenuItem;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.VBox;
import traceglass.app.theme.Sheets;

/// A pop-up with a list of things to toggle, a field above it that finds them by name, and a line of words below.
///
/// Enter in the field toggles the first that it finds; the arrow down leads into the list, where Space and Enter
/// toggle.
public final class FindPopup<T> {

    /// How wide the list is.
    public static final double WIDTH = 340;
    /// How high a row of the list is.
    public static final double ROW = 24;

    /// Made when it is first opened: a pop-up is a window of its own, and most stay closed.
    private ContextMenu popup;
    private final TextField find = new TextField();
    private final ListView<T> list = new ListView<>();
    private final Label state = new Label();
    private final Function<T, String> name;
    private FilteredList<T> found = new FilteredList<>(FXCollections.observableArrayList());

    /// @param findId the id of the field
    /// @param listId the id of the list
    /// @param plural what is found, in the plural: `columns`
    /// @param name what a thing is found by
    /// @param toggled told a thing that is toggled by keys; cells tell themselves
    public FindPopup(String findId, String listId, String plural, Function<T, String> name, Consumer<T> toggled) {
        this.name = name;
        find.setPromptText("Find " + plural);
        find.setAccessibleText("Find " + plural);
        find.setId(findId);
        find.getStyleClass().add(Styles.COMPACT);
        find.textProperty().addListener(o -> filter());
        find.setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.DOWN) {
                list.requestFocus();
                list.getSelectionModel().selectFirst();
                e.consume();
            } else if (e.getCode() == KeyCode.ENTER && !found.isEmpty()) {
                toggled.accept(found.getFirst());
                e.consume();
            }
        });
        list.setId(listId);
        list.setPrefWidth(WIDTH);
        list.setFixedCellSize(ROW);
        list.getStyleClass().add("tg-facet-list");
        list.setAccessibleText(plural);
        list.setOnKeyPressed(e -> {
            T chosen = list.getSelectionModel().getSelectedItem();
            if (chosen != null && (e.getCode() == KeyCode.SPACE || e.getCode() == KeyCode.ENTER)) {
                toggled.accept(chosen);
                e.consume();
            }
        });
        state.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
    }

    private ContextMenu popup() {
        ContextMenu made = new ContextMenu();
        VBox box = new VBox(6, find, list, state);
        box.getStyleClass().add("tg-facet-box");
        Sheets.add(box, Sheets.PANELS);
        CustomMenuItem item = new CustomMenuItem(box, false);
        item.getStyleClass().add("tg-facet-item");
        made.getItems().add(item);
        made.getStyleClass().add("tg-facet-popup");
        return made;
    }

    /// For cells and heights of the list.
    public ListView<T> list() {
        return list;
    }

    /// Opens it below a node, or closes it where it is open.
    ///
    /// @param wanted run before it opens, to ask for what is to be in it
    public void toggle(Node below, Runnable wanted) {
        if (popup != null && popup.isShowing()) {
            popup.hide();
            return;
        }
        if (popup == null) {
            popup = popup();
        }
        wanted.run();
        popup.show(below, Side.BOTTOM, 0, 2);
        find.requestFocus();
    }

    /// Closes it.
    public void hide() {
        if (popup != null) {
            popup.hide();
        }
    }

    /// Fills the list.
    public void fill(List<T> things) {
        found = new FilteredList<>(FXCollections.observableArrayList(things));
        filter();
        list.setItems(found);
    }

    /// Sets the words below the list.
    public void say(String words) {
        state.setText(words);
    }

    private void filter() {
        String wanted = find.getText().strip().toLowerCase(Locale.ROOT);
        found.setPredicate(t -> name.apply(t).toLowerCase(Locale.ROOT).contains(wanted));
    }
}
