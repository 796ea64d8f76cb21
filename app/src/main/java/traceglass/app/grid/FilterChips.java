package traceglass.app.grid;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import traceglass.analysis.rows.RowFilter;
import traceglass.analysis.rows.RowStore;
import traceglass.app.ui.Icon;
import traceglass.app.ui.IconButton;

/// Filters of a grid as removable chips above it.
final class FilterChips extends HBox {

    private final List<RowFilter> filters = new ArrayList<>();
    private final Runnable whenChanged;
    private RowStore rows = RowStore.EMPTY;
    private String text = "";
    private boolean isTextApplied = true;

    FilterChips(Runnable whenChanged) {
        this.whenChanged = whenChanged;
        getStyleClass().add("tg-filter-chips");
        setAlignment(Pos.CENTER_LEFT);
        setVisible(false);
        setManaged(false);
    }

    /// Removes all chips for a new result; the text filter stays, since it is in a field.
    void clear(RowStore newRows) {
        set(newRows, List.of(), true);
        if (!text.isEmpty()) {
            whenChanged.run();
        }
    }

    /// Replaces the filters without notifying listeners.
    ///
    /// @param isTextApplied whether the text in the field applies to these rows
    void set(RowStore newRows, List<RowFilter> newFilters, boolean isTextApplied) {
        rows = newRows;
        filters.clear();
        // The text filter has no chip and is added separately.
        newFilters.stream().filter(f -> f.column() >= 0).forEach(filters::add);
        this.isTextApplied = isTextApplied;
        refresh();
    }

    void add(RowFilter filter) {
        if (!filters.contains(filter)) {
            filters.add(filter);
            refresh();
            whenChanged.run();
        }
    }

    void setText(String newText) {
        if (!text.equals(newText)) {
            text = newText;
            whenChanged.run();
        }
    }

    /// Returns the filters except the text filter.
    List<RowFilter> shown() {
        return List.copyOf(filters);
    }

    List<RowFilter> filters() {
        List<RowFilter> all = new ArrayList<>(filters);
        if (!text.isBlank() && isTextApplied) {
            all.add(new RowFilter(-1, RowFilter.Test.CONTAINS, text.strip()));
        }
        return all;
    }

    String describe() {
        return filters().stream().map(f -> f.describe(rows)).collect(Collectors.joining(", "));
    }

    private void refresh() {
        getChildren().clear();
        for (RowFilter f : filters) {
            Label label = new Label(f.describe(rows));
            label.setMaxWidth(320);
            HBox chip = new HBox(new Icon("filter", 12), label, IconButton.of("x", 12, GridTexts.REMOVE_FILTER, () -> {
                filters.remove(f);
                refresh();
                whenChanged.run();
            }));
            chip.setAlignment(Pos.CENTER_LEFT);
            chip.getStyleClass().add("tg-filter-chip");
            getChildren().add(chip);
        }
        setVisible(!filters.isEmpty());
        setManaged(!filters.isEmpty());
    }
}
