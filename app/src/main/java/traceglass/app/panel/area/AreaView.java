package traceglass.app.panel.area;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.area.SingleEvents;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.report.GroupBy;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.GridContent;
import traceglass.analysis.rows.RowStore;
import traceglass.app.context.Messages;
import traceglass.app.context.Navigator;
import traceglass.app.context.TraceSlot;
import traceglass.app.grid.DataGrid;
import traceglass.app.grid.ExportMenu;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.FilterField;
import traceglass.app.ui.Segments;
import traceglass.app.ui.Styles;
import traceglass.app.ui.ToolButton;
import traceglass.app.ui.bar.SummaryLabel;
import traceglass.app.ui.bar.ToolbarRow;
import traceglass.render.color.Palette;
import traceglass.store.time.TimeText;

/// Content of a report's tab: toolbar, the strip of the report, and the summary grid or the single events of a row.
final class AreaView extends BorderPane {

    /// From this offset in ns on, times are shown in minutes and hours.
    private static final long MINUTE_NS = 60_000_000_000L;

    private final Navigator navigator;
    private final Messages messages;
    private final AreaTab tab;
    private final AreaReport report;
    private final DataGrid grid;
    private final Label range = new Label();
    private final SummaryLabel rangeSummary = new SummaryLabel();
    private final Button selectAgain;
    private final BorderPane sums;
    private final AreaStrip strip;
    private MenuButton export;
    private final SingleEventsPane singleEvents;
    /// Groupings of the summary; empty means the single events.
    private final Segments<Optional<GroupBy>> segments = new Segments<>(this::chooseSegment);
    private AreaScope scope;
    private boolean isSorted;
    /// Tables that could not be created for the displayed range.
    private Set<String> missing = Set.of();
    /// Row whose single events are shown; null while the summary is shown.
    private Chosen chosen;

    /// Row of the summary.
    ///
    /// @param rows the summary
    /// @param row index of the row, or −1 for all
    private record Chosen(GroupBy grouping, RowStore rows, int row) {}

    /// Creates a view.
    ///
    /// @param makeStrip creates the node above the grid, or null
    /// @param reselect selects the displayed range again
    AreaView(
            TraceSlot slot,
            Messages messages,
            AreaTab tab,
            Function<DataGrid, AreaStrip> makeStrip,
            Runnable reselect) {
        this.navigator = slot.navigation().navigator();
        this.messages = messages;
        this.tab = tab;
        report = tab.report();
        selectAgain = ToolButton.of("history", AreaTexts.SELECT_RANGE_AGAIN, report.id() + "-again", reselect);
        selectAgain.managedProperty().bind(selectAgain.visibleProperty());
        selectAgain.setVisible(false);
        boolean showsStates = report.header() == AreaReport.ReportHeader.STATES;
        Function<String, String> colors = name -> Palette.css(
                showsStates
                        ? slot.appearance().palette().state(name)
                        : slot.appearance().palette().slice(name));
        grid = new DataGrid(slot.navigation().navigator()).withColors(text -> colors.apply(report.colorKey(text)));
        if (!report.singlesTitle().isEmpty()) {
            grid.onGroupableRowChosen(
                    this::showSingleEvents,
                    List.of(new DataGrid.RowAction(
                            AreaTexts.showEvents(report.singlesTitle()), this::showSingleEvents)));
        }
        singleEvents = new SingleEventsPane(slot, report.id(), colors, this::showSummary, () -> tab.setBusy(false));
        grid.setId(report.id());
        grid.table().setAccessibleText(report.title());
        strip = makeStrip == null ? null : makeStrip.apply(grid);
        sums = new BorderPane(grid);
        if (strip != null) {
            sums.setTop(strip.node());
        }
        setCenter(sums);
        StyleSheets.add(this, StyleSheets.PANELS);
        setTop(toolbar());
        slot.appearance().paletteProperty().addListener((_, _, _) -> {
            grid.table().refresh();
            singleEvents.grid().table().refresh();
        });
    }

    private ToolbarRow toolbar() {
        range.getStyleClass().addAll(Styles.CHIP, "tg-large", "tg-on", "tg-range-chip");
        range.setMinWidth(Region.USE_PREF_SIZE);
        rangeSummary.setId(report.id() + "-summary");
        rangeSummary.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        ToolbarRow toolbar = new ToolbarRow(range, selectAgain, rangeSummary, ToolbarRow.space());
        if (report.groupings().size() > 1 || !report.singlesTitle().isEmpty()) {
            Label by = new Label(AreaTexts.GROUP_BY);
            by.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
            by.setMinWidth(Region.USE_PREF_SIZE);
            toolbar.addItems(by, groupings());
            toolbar.hideIfNarrow(by);
        }
        FilterField filter = new FilterField(report.id() + "-filter", AreaTexts.FILTER_NAMES, text -> {
            grid.setTextFilter(text);
            singleEvents.grid().setTextFilter(text);
        });
        filter.field().textProperty().bindBidirectional(tab.filterProperty());
        Button sql = ToolButton.of(
                "sql",
                CommonTexts.OPEN_AS_SQL,
                report.id() + "-sql",
                () -> navigator.openSql(
                        AreaTexts.sqlComment(report.title()) + "\n"
                                + (chosen == null
                                        ? report.sql(
                                                scope, tab.groupingProperty().get())
                                        : singleEvents.sql())
                                + ";",
                        true));
        export = ExportMenu.of(
                messages,
                report.id(),
                () -> chosen == null ? grid : singleEvents.grid(),
                () -> report.id().replace("area-", ""));
        toolbar.addItems(filter, sql, export);
        return toolbar.hideIfNarrow(rangeSummary).shorten(sql, export);
    }

    private Segments<Optional<GroupBy>> groupings() {
        report.groupings().forEach(g -> segments.addSegment(Optional.of(g), g.title(), null));
        if (!report.singlesTitle().isEmpty()) {
            segments.addSegment(Optional.empty(), report.singlesTitle(), null);
        }
        tab.groupingProperty().addListener(o -> {
            showSummary();
            markSegment();
        });
        markSegment();
        return segments;
    }

    private void chooseSegment(Optional<GroupBy> segment) {
        if (segment.isEmpty()) {
            showSingleEvents(-1);
        } else {
            showSummary();
            tab.groupingProperty().set(segment.get());
        }
        markSegment();
    }

    private void markSegment() {
        segments.setValue(
                chosen != null && chosen.row < 0
                        ? Optional.empty()
                        : Optional.of(tab.groupingProperty().get()));
    }

    /// Shows the single events of a summary row.
    ///
    /// @param row index of the row, or −1 for all events
    private void showSingleEvents(int row) {
        RowStore rows = grid.rows();
        // Rows that the user has grouped are not rows of the report.
        if (scope == null || report.singlesTitle().isEmpty() || row >= 0 && rows.column("count") < 0) {
            return;
        }
        chosen = new Chosen(tab.groupingProperty().get(), rows, row);
        setCenter(singleEvents);
        loadSingleEvents();
        markSegment();
        singleEvents.grid().table().requestFocus();
    }

    /// Shows the single events of the focused row, if possible.
    void showSingleEvents() {
        if (canShowSingleEvents()) {
            showSingleEvents(grid.focusedRow());
        }
    }

    boolean canShowSingleEvents() {
        return scope != null
                && chosen == null
                && !report.singlesTitle().isEmpty()
                && grid.focusedRow() >= 0
                && !grid.showsGroups();
    }

    boolean showsSingleEvents() {
        return chosen != null;
    }

    /// Shows the summary again.
    void showSummary() {
        if (chosen != null) {
            closeSingleEvents();
            grid.table().requestFocus();
        }
    }

    private void closeSingleEvents() {
        chosen = null;
        singleEvents.stop();
        setCenter(sums);
        markSegment();
    }

    private void loadSingleEvents() {
        SingleEvents events = report.singleEvents(scope.without(missing), chosen.grouping, chosen.rows, chosen.row);
        if (events == null) {
            showSummary();
        } else {
            tab.setBusy(true);
            singleEvents.show(events);
        }
    }

    /// Opens the export menu.
    void export() {
        ExportMenu.open(export);
    }

    /// Switches to another range; its rows follow with [#show].
    void setScope(AreaScope newScope) {
        boolean isSame = newScope.equals(scope);
        scope = newScope;
        if (strip != null) {
            strip.show(newScope);
        }
        if (chosen != null && !isSame) {
            loadSingleEvents();
        }
    }

    /// Sets the tables that are missing for this range.
    void setMissing(Set<String> tables) {
        missing = Set.copyOf(tables);
    }

    /// Prepares the summary of a range for [#show]. Formats cells, so it is called off the JavaFX thread.
    static GridContent content(AreaReport report, AreaScope requested, RowStore rows, CellText text) {
        List<GridColumn> columns = report.columns(rows).stream()
                .map(c -> c.withFittingUnit(requested.durNs()))
                .toList();
        return GridContent.of(rows, columns, text);
    }

    /// Shows the summary of a range.
    ///
    /// @param remark remark in addition to the remark of the report, or empty
    void show(AreaScope requested, GridContent content, String remark) {
        RowStore rows = content.rows();
        CellText text = content.text();
        boolean hasMinutes = requested.end() - text.trace().start() >= MINUTE_NS;
        range.setText(
                hasMinutes
                        ? clock(requested.start(), requested, text) + " – " + clock(requested.end(), requested, text)
                        : TimeText.range(
                                requested.start(), requested.end(), text.trace().start()));
        rangeSummary.setParts(List.of(
                requested.durNs() >= MINUTE_NS
                        ? TimeText.duration(requested.durNs())
                        : TimeText.exact(requested.durNs()),
                AreaTexts.tracks(requested.tracks()),
                report.remark(),
                remark));
        List<GridColumn> columns = content.columns();
        List<String> sums = new ArrayList<>(report.summary(rows));
        for (int i = 0; i < columns.size() && i < sums.size(); i++) {
            // Reports compute sums in milliseconds.
            if (columns.get(i).kind() == CellKind.DURATION && !sums.get(i).isEmpty()) {
                sums.set(
                        i, TimeText.duration(AreaReport.sum(rows, columns.get(i).source())));
            }
        }
        grid.show(content);
        grid.setSummary(sums);
        if (!isSorted && !report.sortedBy().isEmpty() && rows.size() > 0) {
            isSorted = true;
            grid.sortBy(report.sortedBy(), true);
        }
    }

    /// Time as on the timeline axis, with decimals that suit the length of the range.
    private static String clock(long ts, AreaScope scope, CellText text) {
        long origin = text.trace().start();
        return TimeText.tick(ts - origin, Math.clamp(scope.durNs() / 1000, 1, 1_000_000_000), scope.end() - origin);
    }

    /// Shows an error message.
    void showError(String text) {
        rangeSummary.setParts(List.of(text));
    }

    /// Shows or hides the button that selects the range again.
    void setSelectAgainVisible(boolean isVisible) {
        selectAgain.setVisible(isVisible);
    }

    /// Cancels loading of single events.
    void stop() {
        if (chosen != null) {
            singleEvents.cancel();
            // They are loaded again when the tab is selected.
            scope = null;
        }
    }

    /// Called when there is no longer a range.
    void reset() {
        scope = null;
        closeSingleEvents();
        if (strip != null) {
            strip.show(null);
        }
        selectAgain.setVisible(false);
    }
}
