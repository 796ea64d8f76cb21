package traceglass.app.panel.flame;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.CustomMenuItem;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import traceglass.analysis.flame.FlameFilter;
import traceglass.app.ui.FittingPrompt;
import traceglass.app.ui.Icon;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Styles;
import traceglass.render.control.Tooltips;

/// Filter field of a flame graph. Typed text highlights frames, Enter turns it into a filter, and filters are shown as
/// chips. A double-click on a chip edits it; Backspace in the empty field removes the last one.
final class FilterBar extends HBox {

    private final TextField field = new TextField();
    private final Label status = new Label();
    private final HBox chips = new HBox(4);
    private final List<FlameFilter> filters = new ArrayList<>();
    private final Runnable whenChanged;

    /// Creates a filter bar.
    ///
    /// @param whenTyped called when the highlighted frames change
    /// @param whenChanged called when the filters change
    FilterBar(Runnable whenTyped, Runnable whenChanged) {
        this.whenChanged = whenChanged;
        status.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        status.setMinWidth(Region.USE_PREF_SIZE);
        status.setId("flame-found");
        new FittingPrompt(field).set(FlameTexts.SEARCH_PROMPTS);
        field.setAccessibleText(FlameTexts.SEARCH_OR_FILTER_FRAMES);
        field.getStyleClass().add("tg-bare-field");
        field.setId("flame-search");
        field.setMinWidth(90);
        field.textProperty().addListener((_, _, _) -> whenTyped.run());
        field.setOnAction(e -> applyTyped());
        // A filter runs before the field deletes its last character, so that this key press does not also remove a
        // chip.
        field.addEventFilter(KeyEvent.KEY_PRESSED, e -> {
            if (e.getCode() == KeyCode.BACK_SPACE && field.getText().isEmpty() && !filters.isEmpty()) {
                remove(filters.getLast());
                e.consume();
            }
        });
        HBox.setHgrow(field, Priority.ALWAYS);
        chips.setAlignment(Pos.CENTER_LEFT);
        chips.setMinWidth(0);
        getChildren().addAll(new Icon("search", 13), chips, field, status, menu());
        getStyleClass().addAll("tg-field", Styles.COMPACT);
        HBox.setHgrow(this, Priority.ALWAYS);
    }

    private MenuButton menu() {
        MenuButton menu = new MenuButton("", new Icon("plus", 13));
        menu.setId("flame-add-filter");
        menu.setAccessibleText(FlameTexts.ADD_FILTER);
        Tooltips.set(menu, FlameTexts.ADD_FILTER);
        menu.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT, "tg-flame-add");
        menu.setMinWidth(Region.USE_PREF_SIZE);
        for (FlameFilter.Kind kind : FlameFilter.Kind.values()) {
            Label title = new Label(kind.title() + "  " + kind.shortPrefix() + ":");
            Label explanation = new Label(kind.description());
            explanation.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
            CustomMenuItem item = new CustomMenuItem(new VBox(title, explanation));
            item.setId("flame-filter-" + kind.shortPrefix().toLowerCase(Locale.ROOT));
            item.setOnAction(e -> begin(kind));
            menu.getItems().add(item);
        }
        MenuItem copy = new MenuItem(FlameTexts.COPY_ALL_FILTERS);
        copy.setOnAction(e -> FrameMenu.copy(typed()));
        MenuItem clear = new MenuItem(FlameTexts.REMOVE_ALL_FILTERS);
        clear.setId("flame-filter-clear");
        clear.setOnAction(e -> clear());
        menu.setOnShowing(e -> {
            copy.setDisable(filters.isEmpty());
            clear.setDisable(filters.isEmpty());
        });
        menu.getItems().addAll(new SeparatorMenuItem(), copy, clear);
        return menu;
    }

    private void begin(FlameFilter.Kind kind) {
        FlameFilter typed =
                FlameFilter.parse(field.getText()).stream().findFirst().orElse(new FlameFilter(kind, ""));
        if (typed.text().isEmpty()) {
            field.setText(kind.shortPrefix() + ": ");
            field.requestFocus();
            field.end();
        } else {
            field.clear();
            add(new FlameFilter(kind, typed.text()));
        }
    }

    private void applyTyped() {
        List<FlameFilter> typed = FlameFilter.parse(field.getText().strip());
        try {
            typed.forEach(FlameFilter::pattern);
        } catch (PatternSyntaxException e) {
            showStatus(FlameTexts.invalidRegex(e.getDescription()));
            return;
        }
        if (!typed.isEmpty()) {
            field.clear();
            typed.forEach(this::addWithoutUpdate);
            show();
        }
    }

    /// Adds a filter. Filters that define the root of the graph replace each other.
    void add(FlameFilter filter) {
        addWithoutUpdate(filter);
        show();
    }

    private void addWithoutUpdate(FlameFilter filter) {
        if (filter.kind().isView()) {
            filters.removeIf(f -> f.kind().isView());
        }
        if (!filters.contains(filter)) {
            filters.add(filter);
        }
    }

    void remove(FlameFilter filter) {
        filters.remove(filter);
        show();
    }

    void clear() {
        if (!filters.isEmpty()) {
            filters.clear();
            show();
        }
    }

    /// Replaces all filters with those in a string, in the syntax of the field.
    void set(String typed) {
        try {
            List<FlameFilter> all = FlameFilter.parse(typed);
            all.forEach(FlameFilter::pattern);
            filters.clear();
            all.forEach(this::addWithoutUpdate);
            show();
        } catch (PatternSyntaxException e) {
            // Hand-written project files may contain invalid filters.
            clear();
        }
    }

    /// The filters as text in the syntax of the field.
    String typed() {
        return filters.stream().map(FlameFilter::typed).collect(Collectors.joining(" "));
    }

    List<FlameFilter> filters() {
        return List.copyOf(filters);
    }

    /// The typed text that is not a filter yet.
    String text() {
        return field.getText().strip();
    }

    /// Shows the number of matches or an error.
    void showStatus(String text) {
        status.setText(text);
    }

    private void show() {
        chips.getChildren().clear();
        for (FlameFilter f : filters) {
            Label label = new Label(f.label());
            label.setMaxWidth(200);
            Tooltips.set(label, f.label() + "\n" + f.kind().description());
            Button remove = IconButton.of("x", 10, FlameTexts.removeFilter(f.label()), () -> remove(f));
            HBox chip = new HBox(4, label, remove);
            chip.setAlignment(Pos.CENTER_LEFT);
            chip.getStyleClass().add("tg-flame-chip");
            chip.setOnMouseClicked(e -> {
                if (e.getClickCount() == 2) {
                    filters.remove(f);
                    field.setText(f.typed());
                    show();
                    field.requestFocus();
                    field.end();
                }
            });
            chips.getChildren().add(chip);
        }
        whenChanged.run();
    }
}
