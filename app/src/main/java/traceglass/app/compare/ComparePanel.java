package traceglass.app.compare;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javafx.geometry.Insets;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import traceglass.analysis.compare.CompareMeasure;
import traceglass.analysis.compare.CompareQuery;
import traceglass.analysis.compare.CompareScope;
import traceglass.analysis.compare.CompareTable;
import traceglass.analysis.compare.Comparison;
import traceglass.analysis.compare.ComparisonKind;
import traceglass.analysis.compare.Presence;
import traceglass.analysis.report.GroupBy;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.subject.Subjects;
import traceglass.app.context.Messages;
import traceglass.app.context.TracePair;
import traceglass.app.context.TraceSlot;
import traceglass.app.grid.DataGrid;
import traceglass.app.grid.ExportMenu;
import traceglass.app.project.ControlStateSection;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.FilterField;
import traceglass.app.ui.Notices;
import traceglass.app.ui.Segments;
import traceglass.app.ui.Styles;
import traceglass.app.ui.ToolButton;
import traceglass.app.ui.bar.OverflowRow;
import traceglass.app.ui.bar.ToolbarRow;
import traceglass.render.color.Palette;
import traceglass.store.text.EnumIds;
import traceglass.store.time.TimeSpan;

/// The comparison: tabs for the subjects, options, and the grid.
final class ComparePanel extends BorderPane {

    /// Part of both traces that is compared.
    enum Scope {
        WHOLE(CompareTexts.SCOPE_ALL),
        VISIBLE(CompareTexts.SCOPE_VISIBLE),
        SELECTED(CompareTexts.SCOPE_SELECTED);

        final String title;

        Scope(String title) {
            this.title = title;
        }
    }

    private static final List<CompareMeasure> MEASURES =
            List.of(CompareMeasure.TOTAL, CompareMeasure.MEDIAN, CompareMeasure.P99, CompareMeasure.COUNT);

    private final TraceSlot slot;
    private final Notices notices;
    private final TracePair pair;
    private final DataGrid grid;
    private final ToggleGroup tabs = new ToggleGroup();
    private final Segments<GroupBy> groupings = new Segments<>(this::setGrouping);
    private final Segments<CompareMeasure> measures = new Segments<>(this::setMeasure);
    private final Segments<Presence> presences = new Segments<>(this::setPresence);
    private final Segments<Scope> scopes = new Segments<>(this::setScope);
    private final CheckBox ignoresNumbers = new CheckBox(CompareTexts.NUMBERS_AS_HASH);
    private final FilterField filter;
    private final MenuButton export;
    private final Label summary = new Label();
    private final CompareLoader loader = new CompareLoader();
    private final Map<ComparisonKind, CompareMeasure> chosenMeasure = new LinkedHashMap<>();
    private final Map<ComparisonKind, GroupBy> chosenGrouping = new LinkedHashMap<>();
    private ComparisonKind subject = Subjects.comparisons().getFirst();
    private Scope scope = Scope.WHOLE;
    private Presence presence = Presence.BOTH;
    /// All names of both traces.
    private Comparison all = new Comparison(List.of(), CompareMeasure.TOTAL);
    /// The names in the grid.
    private Comparison shown = new Comparison(List.of(), CompareMeasure.TOTAL);
    /// Result that the displayed names belong to; null if there is none.
    private CompareResult result;

    ComparePanel(TraceSlot slot, Messages messages, TracePair pair) {
        this.slot = slot;
        notices = messages.notices();
        this.pair = pair;
        getStyleClass().add("tg-compare");
        setId("compare");
        grid = new DataGrid(slot.navigation().navigator())
                .withColors(this::color)
                .onRowChosen(
                        row -> goToRow(row, CompareQuery.ExampleChoice.LARGEST, true, true),
                        List.of(
                                new DataGrid.RowAction(
                                        CompareTexts.SHOW_LARGEST_IN_BOTH,
                                        row -> goToRow(row, CompareQuery.ExampleChoice.LARGEST, true, true)),
                                new DataGrid.RowAction(
                                        CompareTexts.SHOW_MEDIAN_IN_BOTH,
                                        row -> goToRow(row, CompareQuery.ExampleChoice.MEDIAN, true, true)),
                                new DataGrid.RowAction(
                                        CompareTexts.SHOW_LARGEST_IN_A,
                                        row -> goToRow(row, CompareQuery.ExampleChoice.LARGEST, true, false)),
                                new DataGrid.RowAction(
                                        CompareTexts.SHOW_LARGEST_IN_B,
                                        row -> goToRow(row, CompareQuery.ExampleChoice.LARGEST, false, true)),
                                new DataGrid.RowAction(
                                        CompareTexts.SHOW_MEDIAN_IN_A,
                                        row -> goToRow(row, CompareQuery.ExampleChoice.MEDIAN, true, false)),
                                new DataGrid.RowAction(
                                        CompareTexts.SHOW_MEDIAN_IN_B,
                                        row -> goToRow(row, CompareQuery.ExampleChoice.MEDIAN, false, true))));
        filter = new FilterField("compare-filter", CompareTexts.FILTER_NAMES, grid::setTextFilter);
        export = ExportMenu.of(messages, "compare", () -> grid, () -> "compare-" + subject.id());
        grid.setId("compare-grid");
        grid.table().setAccessibleText(CompareTexts.COMPARISON);
        slot.appearance().paletteProperty().addListener(o -> grid.table().refresh());
        VBox top = new VBox(tabBar(), toolbar());
        top.setMinWidth(0);
        setTop(top);
        setCenter(grid);
        setMinSize(0, 0);
        setSubject(subject);
        new ControlStateSection("compare", slot.host().sections())
                .text("filter", filter.field().textProperty())
                .flag("anyNumber", ignoresNumbers.selectedProperty())
                .value(
                        "subject",
                        () -> subject.id(),
                        id -> Subjects.comparison(id).ifPresent(this::setSubject))
                .value("scope", () -> scope.name().toLowerCase(Locale.ROOT), this::setScopeByName)
                .value("names", () -> presence.name().toLowerCase(Locale.ROOT), this::setPresenceByName)
                .value("groupBy", () -> EnumIds.id(grouping()), this::setGroupingById)
                .value("by", () -> measure().name().toLowerCase(Locale.ROOT), this::setMeasureByName);
    }

    private void setScopeByName(String name) {
        Arrays.stream(Scope.values())
                .filter(s -> s.name().equalsIgnoreCase(name) && s != scope)
                .forEach(this::setScope);
    }

    private void setGroupingById(String id) {
        EnumIds.find(GroupBy.class, id)
                .filter(g -> subject.groupings().contains(g) && g != grouping())
                .ifPresent(g -> {
                    chosenGrouping.put(subject, g);
                    setSubject(subject);
                });
    }

    private void setMeasureByName(String name) {
        MEASURES.stream()
                .filter(m -> m.name().equalsIgnoreCase(name) && m != measure())
                .forEach(m -> {
                    chosenMeasure.put(subject, m);
                    setSubject(subject);
                });
    }

    private HBox tabBar() {
        OverflowRow bar = new OverflowRow(0);
        bar.getStyleClass().add("tg-tab-bar");
        for (ComparisonKind s : Subjects.comparisons()) {
            ToggleButton tab = new ToggleButton(s.title());
            tab.getStyleClass().add("tg-compare-tab");
            tab.setMinWidth(Region.USE_PREF_SIZE);
            tab.setId("compare-" + s.id());
            tab.setUserData(s);
            tab.setToggleGroup(tabs);
            tab.setOnAction(e -> setSubject(s));
            bar.addItems(tab);
        }
        summary.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        summary.setId("compare-summary");
        summary.setMinWidth(Region.USE_PREF_SIZE);
        Button flame = ToolButton.of(
                "flame",
                CompareTexts.FLAME_GRAPHS,
                "compare-flame",
                () -> pair.active().host().commands().run("flame.compare-traces"));
        for (Presence p : Presence.values()) {
            presences.addSegment(
                    p, p.title(), "compare-" + p.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
        presences.setValue(presence);
        HBox.setMargin(presences, new Insets(0, 0, 0, 12));
        summary.setPadding(new Insets(0, 6, 0, 0));
        bar.addItems(presences, ToolbarRow.space(), summary, flame, export);
        return bar;
    }

    private HBox toolbar() {
        ignoresNumbers.setId("compare-numbers");
        ignoresNumbers.getStyleClass().add("tg-compare-check");
        ignoresNumbers.setMinWidth(Region.USE_PREF_SIZE);
        ignoresNumbers.setOnAction(e -> load());
        for (Scope s : Scope.values()) {
            scopes.addSegment(s, s.title, "compare-scope-" + s.name().toLowerCase(Locale.ROOT));
        }
        scopes.setValue(scope);
        Button largest = button(
                "jump",
                CompareTexts.SHOW_LARGEST,
                "compare-largest",
                () -> goToSelectedRow(CompareQuery.ExampleChoice.LARGEST));
        Button median = button(
                "jump",
                CompareTexts.SHOW_MEDIAN,
                "compare-median",
                () -> goToSelectedRow(CompareQuery.ExampleChoice.MEDIAN));
        Label groupLabel = label(CompareTexts.GROUP_BY);
        Label measureLabel = label(CompareTexts.COMPARE_BY);
        // Buttons for actions that are also available by Enter, the menu of a row or a command come last, where they
        // overflow first.
        return new ToolbarRow(
                        scopes,
                        groupLabel,
                        groupings,
                        measureLabel,
                        measures,
                        ToolbarRow.space(),
                        filter,
                        ignoresNumbers,
                        largest,
                        median)
                .hideIfNarrow(groupLabel, measureLabel);
    }

    private Button button(String icon, String title, String id, Runnable action) {
        Button b = ToolButton.of(icon, title, id, action);
        b.disableProperty()
                .bind(grid.table().getSelectionModel().selectedIndexProperty().lessThan(0));
        return b;
    }

    private static Label label(String text) {
        Label l = new Label(text);
        l.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        l.setMinWidth(Region.USE_PREF_SIZE);
        return l;
    }

    private String color(String name) {
        return Palette.css(
                subject.usesStateColors()
                        ? slot.appearance().palette().state(name.split(" · ")[0])
                        : slot.appearance().palette().slice(name));
    }

    // ---- state ----

    DataGrid grid() {
        return grid;
    }

    Comparison comparison() {
        return shown;
    }

    boolean isBusy() {
        return loader.isBusy() || grid().busyProperty().get();
    }

    /// Shows another subject.
    void setSubject(ComparisonKind next) {
        subject = next;
        tabs.getToggles().forEach(t -> t.setSelected(t.getUserData() == next));
        groupings.clear();
        next.groupings().forEach(g -> groupings.addSegment(g, g.title(), null));
        groupings.setValue(grouping());
        measures.clear();
        MEASURES.forEach(
                m -> measures.addSegment(m, m.title(), "compare-by-" + m.name().toLowerCase(Locale.ROOT)));
        measures.setValue(measure());
        load();
    }

    private void setGrouping(GroupBy grouping) {
        chosenGrouping.put(subject, grouping);
        load();
    }

    private void setMeasure(CompareMeasure measure) {
        chosenMeasure.put(subject, measure);
        show(all.sortedBy(measure, !subject.isTime()));
    }

    /// Sets the compared part of the traces.
    void setScope(Scope next) {
        scope = next;
        scopes.setValue(next);
        load();
    }

    /// Shows only the names that occur in these traces.
    void setPresence(Presence next) {
        presence = next;
        presences.setValue(next);
        slot.host().sections().notifyChanged();
        show(all);
    }

    private void setPresenceByName(String name) {
        Arrays.stream(Presence.values())
                .filter(p -> p.name().equalsIgnoreCase(name) && p != presence)
                .forEach(this::setPresence);
    }

    private GroupBy grouping() {
        return chosenGrouping.getOrDefault(subject, subject.groupings().getFirst());
    }

    private CompareMeasure measure() {
        return chosenMeasure.getOrDefault(subject, subject.measure());
    }

    /// Called when the selection or the view changed; reloads if the comparison depends on it.
    void followTimelines() {
        if (scope != Scope.WHOLE) {
            load();
        }
    }

    /// Called when the traces changed; discards pending results.
    void clear() {
        loader.discard();
        showMessage(CompareTexts.READING);
    }

    /// Queries both traces; the current rows stay until both results are available.
    void load() {
        slot.host().sections().notifyChanged();
        TraceSlot second = pair.second();
        TraceSession a = slot.trace().session();
        TraceSession b = second == null ? null : second.trace().session();
        loader.discard();
        if (a == null || b == null || !a.isReady() || !b.isReady()) {
            return;
        }
        CompareScope scopeA = scope(slot);
        CompareScope scopeB = scope(second);
        if (scopeA == null || scopeB == null) {
            showMessage(CompareTexts.SELECT_IN_BOTH);
            return;
        }
        loader.load(
                a,
                b,
                new CompareQuery(subject, grouping(), ignoresNumbers.isSelected()),
                scopeA,
                scopeB,
                result -> {
                    this.result = result;
                    show(result.comparison().sortedBy(measure(), !subject.isTime()));
                },
                e -> {
                    System.getLogger(ComparePanel.class.getName())
                            .log(System.Logger.Level.WARNING, "comparing " + subject.id(), e);
                    showMessage(CompareTexts.cantCompare(subject.title(), e));
                });
    }

    private CompareScope scope(TraceSlot side) {
        return switch (scope) {
            case WHOLE -> CompareScope.ofWholeTrace(side.trace().session().bounds());
            case VISIBLE ->
                CompareScope.ofSpan(
                        side.navigation().timelineLink().visible(),
                        side.trace().session().bounds());
            case SELECTED ->
                CompareScope.ofSelection(
                        side.selection().get(), side.trace().session().bounds());
        };
    }

    private void show(Comparison comparison) {
        all = comparison;
        shown = comparison.withPresence(presence);
        for (Presence p : Presence.values()) {
            presences
                    .button(p)
                    .setText(CompareTexts.presence(p, all.withPresence(p).rows().size()));
        }
        if (result == null) {
            return;
        }
        grid.withEmptyText(all.rows().isEmpty() ? subject.whenEmpty() : CompareTexts.noNames(presence));
        grid.getStyleClass().remove("tg-neutral");
        if (!subject.isTime()) {
            grid.getStyleClass().add("tg-neutral");
        }
        try {
            RowStore rows = CompareTable.rows(shown);
            long longest = CompareTable.longest(rows);
            grid.show(
                    rows,
                    CellText.of(slot.trace().session().bounds()),
                    CompareTable.columns(subject.isTime(), shown.measure(), presence).stream()
                            .map(c -> c.withFittingUnit(longest))
                            .toList());
        } catch (IOException e) {
            showMessage(CompareTexts.cantStore(e));
            return;
        }
        summary.setText(result.describe(shown));
    }

    /// Empties the grid and shows a message instead.
    private void showMessage(String message) {
        result = null;
        all = new Comparison(List.of(), measure());
        shown = all;
        summary.setText("");
        grid.withEmptyText(message);
        grid.show(RowStore.EMPTY, CellText.of(new TimeSpan(0, 0)), List.of());
    }

    /// Shows a menu of formats to save the rows in.
    void export() {
        ExportMenu.open(export);
    }

    // ---- navigation ----

    boolean canGoToRow() {
        return result != null && grid.focusedRow() >= 0;
    }

    void goToSelectedRow(CompareQuery.ExampleChoice choice) {
        if (canGoToRow()) {
            goToRow(grid.focusedRow(), choice, true, true);
        }
    }

    /// Navigates to an event of the row's name in one or both timelines.
    void goToRow(int number, CompareQuery.ExampleChoice choice, boolean isInA, boolean isInB) {
        TraceSlot second = pair.second();
        if (result != null && second != null && number < shown.rows().size()) {
            new CompareJump(slot, second, notices, result)
                    .goToExample(shown.rows().get(number), choice, isInA, isInB);
        }
    }
}
