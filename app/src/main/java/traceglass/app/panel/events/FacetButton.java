package traceglass.app.panel.events;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import traceglass.analysis.listing.Facet;
import traceglass.app.ui.FindPopup;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;
import traceglass.store.text.DisplayText;
import traceglass.store.text.SingleLineText;

/// Button that opens a list of values with counts and check boxes.
final class FacetButton extends Button {

    /// Value of a column.
    ///
    /// @param text the value, or empty
    /// @param count number of events with the value
    record Value(String text, long count) {

        String shown() {
            return EventTexts.value(text);
        }
    }

    /// Maximum number of rows; more values scroll.
    private static final int MAX_ROWS = 11;
    /// Minimum number of rows, which leaves room for the placeholder text.
    private static final int MIN_ROWS = 2;

    private final Facet facet;
    private final Set<String> chosen = new LinkedHashSet<>();
    private final Consumer<Set<String>> onChange;
    private final FindPopup<Value> popup;

    /// Creates a button.
    ///
    /// @param whenOpened called when the list opens, to request the values, see [#show]
    /// @param onChange receives the chosen values
    FacetButton(String id, Facet facet, Runnable whenOpened, Consumer<Set<String>> onChange) {
        super(facet.title(), new Icon("chevron-down", 12));
        this.facet = facet;
        this.onChange = onChange;
        setId(id);
        setContentDisplay(ContentDisplay.RIGHT);
        getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        setMinWidth(Region.USE_PREF_SIZE);
        setAccessibleText(EventTexts.filterBy(facet));
        popup = new FindPopup<>(id + "-find", id + "-values", facet.plural(), Value::shown, this::toggle);
        fit(0);
        Label none = new Label(EventTexts.NO_VALUES);
        none.getStyleClass().add(Styles.TEXT_3);
        popup.list().setPlaceholder(none);
        popup.list().setCellFactory(_ -> new ValueCell());
        setOnAction(_ -> popup.toggle(this, () -> {
            popup.setStatus(EventTexts.COUNTING);
            whenOpened.run();
        }));
    }

    /// Fills the list.
    void show(List<Value> values) {
        popup.fill(values);
        fit(values.size());
        popup.setStatus(EventTexts.valuesWithOtherFilters(facet, values.size()));
    }

    /// Sets the height for the given number of values; filtering by name does not change the height, so that the
    /// text below does not move.
    private void fit(int values) {
        double height = Math.clamp(values, MIN_ROWS, MAX_ROWS) * FindPopup.ROW_HEIGHT + 2;
        popup.list().setMinHeight(height);
        popup.list().setPrefHeight(height);
        popup.list().setMaxHeight(height);
    }

    void failed(String reason) {
        popup.setStatus(reason);
    }

    /// Sets the checked values.
    void setChosen(Set<String> newChosen) {
        chosen.clear();
        chosen.addAll(newChosen);
        setText(EventTexts.facet(facet, chosen.size()));
        pseudoClassStateChanged(Styles.SELECTED, !chosen.isEmpty());
        popup.list().refresh();
    }

    private void toggle(Value value) {
        if (!chosen.remove(value.text)) {
            chosen.add(value.text);
        }
        onChange.accept(Set.copyOf(chosen));
        popup.list().refresh();
    }

    private final class ValueCell extends ListCell<Value> {

        private final CheckBox box = new CheckBox();
        private final Label count = new Label();
        private final HBox line;
        private final SimpleBooleanProperty filling = new SimpleBooleanProperty();

        ValueCell() {
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
                    toggle(getItem());
                }
            });
        }

        @Override
        protected void updateItem(Value v, boolean isEmpty) {
            super.updateItem(v, isEmpty);
            if (isEmpty || v == null) {
                setGraphic(null);
                setAccessibleText(null);
                return;
            }
            filling.set(true);
            box.setText(SingleLineText.of(v.shown()));
            box.setSelected(chosen.contains(v.text));
            filling.set(false);
            count.setText(DisplayText.grouped(v.count));
            setAccessibleText(EventTexts.value(v.text, v.count, box.isSelected()));
            setGraphic(line);
        }
    }
}
