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
import traceglass.app.theme.StyleSheets;

/// Pop-up with a list of items to toggle, a search field above it and a line of text below.
///
/// Enter in the field toggles the first match. Arrow down moves to the list, where Space and Enter toggle.
public final class FindPopup<T> {

    /// Width of the list in pixels.
    public static final double WIDTH = 340;
    /// Height of a list row in pixels.
    public static final double ROW_HEIGHT = 24;

    /// Created on first use: a pop-up is a separate window, and most are never opened.
    private ContextMenu popup;
    private final TextField find = new TextField();
    private final ListView<T> list = new ListView<>();
    private final Label state = new Label();
    private final Function<T, String> name;
    private FilteredList<T> found = new FilteredList<>(FXCollections.observableArrayList());

    /// Creates a pop-up.
    ///
    /// @param findId node id of the search field
    /// @param listId node id of the list
    /// @param plural plural noun for the items, e.g. `columns`
    /// @param name returns the name to search by
    /// @param onToggle called with an item toggled by keyboard; cells handle clicks themselves
    public FindPopup(String findId, String listId, String plural, Function<T, String> name, Consumer<T> onToggle) {
        this.name = name;
        find.setPromptText(UiTexts.find(plural));
        find.setAccessibleText(UiTexts.find(plural));
        find.setId(findId);
        find.getStyleClass().add(Styles.COMPACT);
        find.textProperty().addListener(o -> filter());
        find.setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.DOWN) {
                list.requestFocus();
                list.getSelectionModel().selectFirst();
                e.consume();
            } else if (e.getCode() == KeyCode.ENTER && !found.isEmpty()) {
                onToggle.accept(found.getFirst());
                e.consume();
            }
        });
        list.setId(listId);
        list.setPrefWidth(WIDTH);
        list.setFixedCellSize(ROW_HEIGHT);
        list.getStyleClass().add("tg-facet-list");
        list.setAccessibleText(plural);
        list.setOnKeyPressed(e -> {
            T chosen = list.getSelectionModel().getSelectedItem();
            if (chosen != null && (e.getCode() == KeyCode.SPACE || e.getCode() == KeyCode.ENTER)) {
                onToggle.accept(chosen);
                e.consume();
            }
        });
        state.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
    }

    private ContextMenu popup() {
        ContextMenu created = new ContextMenu();
        VBox box = new VBox(6, find, list, state);
        box.getStyleClass().add("tg-facet-box");
        StyleSheets.add(box, StyleSheets.PANELS);
        CustomMenuItem item = new CustomMenuItem(box, false);
        item.getStyleClass().add("tg-facet-item");
        created.getItems().add(item);
        created.getStyleClass().add("tg-facet-popup");
        return created;
    }

    /// The list, for cell factory and height.
    public ListView<T> list() {
        return list;
    }

    /// Opens the pop-up below a node, or closes it if it is open.
    ///
    /// @param beforeOpening run before the pop-up opens, to request its items
    public void toggle(Node anchor, Runnable beforeOpening) {
        if (popup != null && popup.isShowing()) {
            popup.hide();
            return;
        }
        if (popup == null) {
            popup = popup();
        }
        beforeOpening.run();
        popup.show(anchor, Side.BOTTOM, 0, 2);
        find.requestFocus();
    }

    /// Closes the pop-up.
    public void hide() {
        if (popup != null) {
            popup.hide();
        }
    }

    /// Sets the items of the list.
    public void fill(List<T> items) {
        found = new FilteredList<>(FXCollections.observableArrayList(items));
        filter();
        list.setItems(found);
    }

    /// Sets the text below the list.
    public void setStatus(String text) {
        state.setText(text);
    }

    private void filter() {
        String text = find.getText().strip().toLowerCase(Locale.ROOT);
        found.setPredicate(t -> name.apply(t).toLowerCase(Locale.ROOT).contains(text));
    }
}
