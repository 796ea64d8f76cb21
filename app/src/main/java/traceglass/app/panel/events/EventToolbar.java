package traceglass.app.panel.events;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javafx.animation.PauseTransition;
import javafx.geometry.Pos;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import javafx.util.StringConverter;
import traceglass.analysis.listing.EventFilter;
import traceglass.analysis.listing.EventListing;
import traceglass.analysis.listing.Facet;
import traceglass.analysis.rows.RowFiles;
import traceglass.app.grid.ExportMenu;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.FittingPrompt;
import traceglass.app.ui.Icon;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Segments;
import traceglass.app.ui.Styles;
import traceglass.app.ui.bar.OverflowRow;
import traceglass.render.control.Tooltips;

/// Toolbar of an event list with its filters, and below it the chosen values as chips.
final class EventToolbar extends VBox {

    /// Part of the trace that is listed.
    enum Part {
        ALL(EventTexts.ALL),
        VIEW(EventTexts.VISIBLE),
        SELECTION(EventTexts.SELECTED);

        private final String title;

        Part(String title) {
            this.title = title;
        }
    }

    /// Requests of the toolbar to its owner.
    interface Owner {
        void setFilter(EventFilter filter);

        void setPart(Part part);

        void setFollowing(boolean isFollowing);

        void loadValues(Facet facet, FacetButton button);

        void openSql();

        /// Saves the events that match the filter.
        void export(RowFiles.Format format);

        void copy();
    }

    private static final Duration TYPING_DELAY = Duration.millis(250);

    private final EventListing listing;
    private final Owner owner;
    private final TextField text = new TextField();
    private final ToggleButton regex = new ToggleButton(EventTexts.REGEX_BUTTON);
    private final ComboBox<EventListing.Level> level = new ComboBox<>();
    private final Map<String, FacetButton> facets = new LinkedHashMap<>();
    private final ToggleButton dimButton = new ToggleButton(null, new Icon("view", 15));
    private final Segments<Part> parts = new Segments<>(this::show);
    private final ToggleButton follow = new ToggleButton(null, new Icon("link", 15));
    private final Label count = new Label();
    private final FlowPane chips = new FlowPane(6, 4);
    private final PauseTransition typingDelay = new PauseTransition(TYPING_DELAY);
    private EventFilter filter = EventFilter.ALL;

    EventToolbar(EventListing listing, Owner owner) {
        this.listing = listing;
        this.owner = owner;
        String id = listing.id();
        OverflowRow toolbar = new OverflowRow(8, field(id));
        if (!listing.levels().isEmpty()) {
            toolbar.addItems(level(id));
        }
        HBox choices = choiceBox(id);
        showSupportedFilters();
        count.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        count.setId(id + "-count");
        count.setMinWidth(0);
        count.setMaxWidth(Double.MAX_VALUE);
        count.setAlignment(Pos.CENTER_RIGHT);
        HBox.setHgrow(count, Priority.ALWAYS);
        toolbar.addItems(
                choices,
                count,
                parts(id),
                dimButton(id),
                follow(id),
                IconButton.of("sql", 15, CommonTexts.OPEN_AS_SQL, owner::openSql),
                export(id));
        toolbar.getStyleClass().addAll("tg-toolbar", "tg-event-toolbar");
        chips.getStyleClass().add("tg-filter-chips");
        chips.setVisible(false);
        chips.managedProperty().bind(chips.visibleProperty());
        getChildren().addAll(toolbar, chips);
    }

    private HBox field(String id) {
        new FittingPrompt(text).set(EventTexts.FILTER_BY_TEXT, EventTexts.FILTER);
        text.getStyleClass().add("tg-bare-field");
        text.setId(id + "-filter");
        text.setAccessibleText(EventTexts.filterByText(listing));
        HBox.setHgrow(text, Priority.ALWAYS);
        typingDelay.setOnFinished(_ -> setFilter(filter.withText(text.getText(), regex.isSelected())));
        text.textProperty().addListener(o -> typingDelay.playFromStart());
        text.setOnAction(_ -> {
            typingDelay.stop();
            setFilter(filter.withText(text.getText(), regex.isSelected()));
        });
        regex.setId(id + "-regex");
        regex.getStyleClass().add("tg-regex");
        Tooltips.set(regex, EventTexts.REGULAR_EXPRESSION);
        regex.setAccessibleText(EventTexts.REGULAR_EXPRESSION);
        regex.setOnAction(_ -> setFilter(filter.withText(text.getText(), regex.isSelected())));
        HBox field = new HBox(new Icon("search", 13), text, regex);
        field.getStyleClass().addAll("tg-field", Styles.COMPACT);
        field.setPrefWidth(230);
        field.setMinWidth(110);
        return field;
    }

    /// Buttons to choose values.
    private HBox choiceBox(String id) {
        HBox choices = new HBox(2);
        for (Facet f : listing.facets()) {
            FacetButton[] button = new FacetButton[1];
            button[0] = new FacetButton(
                    id + "-facet-" + f.column(),
                    f,
                    () -> owner.loadValues(f, button[0]),
                    values -> setFilter(filter.withSelected(f.column(), values)));
            facets.put(f.column(), button[0]);
            choices.getChildren().add(button[0]);
        }
        choices.setAlignment(Pos.CENTER_LEFT);
        return choices;
    }

    private ComboBox<EventListing.Level> level(String id) {
        EventListing.Level all = new EventListing.Level(0, EventTexts.ALL_LEVELS);
        List<EventListing.Level> items = new ArrayList<>(List.of(all));
        items.addAll(listing.levels().subList(1, listing.levels().size()));
        level.getItems().setAll(items);
        level.setValue(all);
        level.setId(id + "-level");
        level.getStyleClass().add(Styles.COMPACT);
        level.setAccessibleText(EventTexts.LOWEST_LEVEL);
        level.setMinWidth(108);
        level.setConverter(new StringConverter<>() {
            @Override
            public String toString(EventListing.Level l) {
                return l == null || l.value() == 0 ? EventTexts.ALL_LEVELS : EventTexts.atLeast(l.label());
            }

            @Override
            public EventListing.Level fromString(String s) {
                return items.stream()
                        .filter(l -> toString(l).equals(s))
                        .findFirst()
                        .orElse(all);
            }
        });
        level.setOnAction(_ -> {
            if (level.getValue() != null && level.getValue().value() != filter.minLevel()) {
                setFilter(filter.withMinLevel(level.getValue().value()));
            }
        });
        return level;
    }

    private void show(Part part) {
        owner.setPart(part);
    }

    private Segments<Part> parts(String id) {
        for (Part p : Part.values()) {
            parts.addSegment(p, p.title, id + "-part-" + p.name().toLowerCase(Locale.ROOT));
        }
        parts.setValue(Part.ALL);
        setHasSelection(false);
        return parts;
    }

    /// Shows the filters that the open trace supports.
    void showSupportedFilters() {
        facets.forEach((column, button) -> {
            button.setVisible(
                    listing.shownFacets().stream().anyMatch(f -> f.column().equals(column)));
            button.setManaged(button.isVisible());
        });
    }

    /// Switches between dimming and hiding events that do not match the filter.
    void toggleDimming() {
        setFilter(filter.withDimmedOthers(!filter.dimsOthers()));
    }

    private ToggleButton dimButton(String id) {
        String title = EventTexts.dimInsteadOfHiding(listing);
        dimButton.setId(id + "-dims");
        dimButton.getStyleClass().addAll("tg-icon-button", "tg-icon-button-small", "tg-icon-toggle");
        Tooltips.set(dimButton, title);
        dimButton.setAccessibleText(title);
        dimButton.setOnAction(_ -> setFilter(filter.withDimmedOthers(dimButton.isSelected())));
        return dimButton;
    }

    private ToggleButton follow(String id) {
        follow.setId(id + "-follow");
        follow.setSelected(true);
        follow.getStyleClass().addAll("tg-icon-button", "tg-icon-button-small", "tg-icon-toggle");
        Tooltips.set(follow, EventTexts.FOLLOW_TIMELINE);
        follow.setAccessibleText(EventTexts.FOLLOW_TIMELINE);
        follow.setOnAction(_ -> owner.setFollowing(follow.isSelected()));
        return follow;
    }

    private MenuButton export(String id) {
        MenuButton export = ExportMenu.of(id, owner::export);
        export.getItems()
                .addAll(new SeparatorMenuItem(), item(id + "-copy", EventTexts.COPY_SELECTED_ROWS, owner::copy));
        return export;
    }

    private static MenuItem item(String id, String title, Runnable action) {
        MenuItem item = new MenuItem(title);
        item.setId(id);
        item.setOnAction(_ -> action.run());
        return item;
    }

    /// Sets the text before the segments: number of events, or an error in the filter.
    void showStatus(String text, boolean isError) {
        count.setText(text);
        // Numbers are never truncated; errors may be longer than the row.
        count.setMinWidth(isError ? 0 : USE_PREF_SIZE);
        count.getStyleClass().removeAll("tg-error-text", Styles.TEXT_3);
        count.getStyleClass().add(isError ? "tg-error-text" : Styles.TEXT_3);
    }

    /// Sets whether a range is selected whose events can be listed.
    void setHasSelection(boolean hasSelection) {
        ToggleButton b = parts.button(Part.SELECTION);
        b.setVisible(hasSelection);
        b.setManaged(hasSelection);
        if (!hasSelection && b.isSelected()) {
            parts.button(Part.ALL).fire();
        }
    }

    EventFilter filter() {
        return filter;
    }

    /// Focuses the text field.
    void focusText() {
        text.requestFocus();
        text.selectAll();
    }

    /// Sets the filter and notifies the owner if it has changed.
    void setFilter(EventFilter newFilter) {
        boolean isChanged = newFilter != filter && !newFilter.equals(filter);
        filter = newFilter;
        if (!text.getText().strip().equals(filter.text())) {
            text.setText(filter.text());
            typingDelay.stop();
        }
        regex.setSelected(filter.isRegex());
        dimButton.setSelected(filter.dimsOthers());
        level.getItems().stream()
                .filter(l -> l.value() == filter.minLevel())
                .findFirst()
                .ifPresent(level::setValue);
        facets.forEach((column, button) -> button.setChosen(filter.selected(column)));
        chips.getChildren().clear();
        for (Facet f : listing.facets()) {
            filter.selected(f.column()).forEach(v -> chips.getChildren().add(chip(f, v)));
        }
        chips.setVisible(!chips.getChildren().isEmpty());
        if (isChanged) {
            owner.setFilter(filter);
        }
    }

    private HBox chip(Facet f, String value) {
        Label label = new Label(EventTexts.chip(f, value));
        label.setMaxWidth(280);
        HBox chip = new HBox(label, IconButton.of("x", 12, EventTexts.removeChip(label.getText()), () -> {
            Set<String> remaining = new LinkedHashSet<>(filter.selected(f.column()));
            remaining.remove(value);
            setFilter(filter.withSelected(f.column(), remaining));
        }));
        chip.setAlignment(Pos.CENTER_LEFT);
        chip.getStyleClass().add("tg-filter-chip");
        return chip;
    }
}
