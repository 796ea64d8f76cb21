package traceglass.app.panel.events;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import javafx.beans.property.SimpleBooleanProperty;
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
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import traceglass.app.theme.Sheets;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;
import traceglass.app.ui.Texts;

/// A button that opens a list of values with their counts, each of which can be checked.
final class FacetButton extends Button {

    /// @param text  the value, empty where there is none
    /// @param count how many events have it
    record Value(String text, long count) {

        String shown() {
            return text.isEmpty() ? "(none)" : text;
        }
    }

    private static final double WIDTH = 340;
    private static final double ROW = 24;
    /// More of them scroll.
    private static final int MOST_ROWS = 11;
    /// So that the words that stand in place of values have room.
    private static final int LEAST_ROWS = 2;

    private final Facet facet;
    private final Set<String> chosen = new LinkedHashSet<>();
    private final ContextMenu popup = new ContextMenu();
    private final TextField find = new TextField();
    private final Label state = new Label();
    private final ListView<Value> list = new ListView<>();
    private FilteredList<Value> values = new FilteredList<>(FXCollections.observableArrayList());

    /// @param wanted  asked for the values when the list is opened, see [#show]
    /// @param changed told the values that are chosen
    FacetButton(String id, Facet facet, Runnable wanted, Consumer<Set<String>> changed) {
        super(facet.title(), new Icon("chevron-down", 12));
        this.facet = facet;
        setId(id);
        setContentDisplay(ContentDisplay.RIGHT);
        getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        setMinWidth(Region.USE_PREF_SIZE);
        setAccessibleText("Filter by " + facet.title().toLowerCase(Locale.ROOT));
        find.setPromptText("Find " + facet.plural());
        find.setAccessibleText("Find " + facet.plural());
        find.getStyleClass().add(Styles.COMPACT);
        find.setId(id + "-find");
        find.textProperty().addListener((o, was, is) -> {
            String wantedText = is.strip().toLowerCase(Locale.ROOT);
            values.setPredicate(v -> v.shown().toLowerCase(Locale.ROOT).contains(wantedText));
        });
        find.setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.DOWN) {
                list.requestFocus();
                list.getSelectionModel().selectFirst();
                e.consume();
            }
        });
        state.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        list.setId(id + "-values");
        list.setPrefWidth(WIDTH);
        list.setFixedCellSize(ROW);
        fit();
        list.getStyleClass().add("tg-facet-list");
        list.setAccessibleText(facet.plural());
        Label none = new Label("Nothing to choose from.");
        none.getStyleClass().add(Styles.TEXT_3);
        list.setPlaceholder(none);
        Runnable tell = () -> changed.accept(Set.copyOf(chosen));
        list.setCellFactory(_ -> new ValueCell(tell));
        list.setOnKeyPressed(e -> {
            Value v = list.getSelectionModel().getSelectedItem();
            if (v != null && (e.getCode() == KeyCode.SPACE || e.getCode() == KeyCode.ENTER)) {
                toggle(v.text, tell);
                list.refresh();
                e.consume();
            }
        });
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
            state.setText("Counting…");
            wanted.run();
            popup.show(this, Side.BOTTOM, 0, 2);
            find.requestFocus();
        });
    }

    /// Fills the list.
    void show(List<Value> newValues) {
        values = new FilteredList<>(FXCollections.observableArrayList(newValues));
        String wanted = find.getText().strip().toLowerCase(Locale.ROOT);
        values.setPredicate(v -> v.shown().toLowerCase(Locale.ROOT).contains(wanted));
        list.setItems(values);
        fit();
        state.setText(Texts.count(newValues.size(), facet.title().toLowerCase(Locale.ROOT), facet.plural()) + " with the other filters");
    }

    /// As high as its values need; narrowing them down by name does not move what lies below.
    private void fit() {
        int rows = Math.clamp(values.getSource().size(), LEAST_ROWS, MOST_ROWS);
        list.setMinHeight(rows * ROW + 2);
        list.setPrefHeight(rows * ROW + 2);
        list.setMaxHeight(rows * ROW + 2);
    }

    void failed(String why) {
        state.setText(why);
    }

    /// Checks these values.
    void setChosen(Set<String> newChosen) {
        chosen.clear();
        chosen.addAll(newChosen);
        setText(chosen.isEmpty() ? facet.title() : facet.title() + " · " + chosen.size());
        pseudoClassStateChanged(Styles.SELECTED, !chosen.isEmpty());
        list.refresh();
    }

    private void toggle(String value, Runnable tell) {
        if (!chosen.remove(value)) {
            chosen.add(value);
        }
        tell.run();
    }

    private final class ValueCell extends ListCell<Value> {

        private final CheckBox box = new CheckBox();
        private final Label count = new Label();
        private final HBox line;
        private final SimpleBooleanProperty filling = new SimpleBooleanProperty();

        ValueCell(Runnable tell) {
            Region space = new Region();
            HBox.setHgrow(space, Priority.ALWAYS);
            box.setMinWidth(0);
            box.setFocusTraversable(false);
            box.setMnemonicParsing(false);
            count.getStyleClass().addAll(Styles.MONO, Styles.TEXT_3);
            count.setMinWidth(Region.USE_PREF_SIZE);
            line = new HBox(8, box, space, count);
            line.setPrefWidth(0);
            box.setOnAction(_ -> {
                if (!filling.get() && getItem() != null) {
                    toggle(getItem().text, tell);
                }
            });
        }

        @Override
        protected void updateItem(Value v, boolean empty) {
            super.updateItem(v, empty);
            if (empty || v == null) {
                setGraphic(null);
                setAccessibleText(null);
                return;
            }
            filling.set(true);
            box.setText(v.shown());
            box.setSelected(chosen.contains(v.text));
            filling.set(false);
            count.setText(Texts.grouped(v.count));
            setAccessibleText(v.shown() + ", " + v.count + (box.isSelected() ? ", chosen" : ""));
            setGraphic(line);
        }
    }
}
