package traceglass.app.panel.selected;

import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import javafx.geometry.HPos;
import javafx.geometry.Insets;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.select.EventSql;
import traceglass.analysis.select.EventSums;
import traceglass.analysis.select.Selection;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.grid.DataGrid;
import traceglass.app.grid.ExportMenu;
import traceglass.app.session.TraceSession;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.DetailsTab;
import traceglass.app.ui.Notices;
import traceglass.app.ui.Segments;
import traceglass.app.ui.Styles;
import traceglass.app.ui.ToolButton;
import traceglass.app.ui.bar.ToolbarRow;
import traceglass.render.color.Palette;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeSpan;
import traceglass.store.time.TimeText;

/// Tab for several selected events, selected with Ctrl+click or by dragging with Ctrl.
public final class SelectedSlicesPanel {

    private static final String KEY = "selected-slices";
    /// Maximum number of events that are marked at once: more would hide each other.
    static final int MAX_MARKS = 200;

    /// Content of the list.
    private enum Rows {
        EVENTS,
        NAMES
    }

    private final TraceSlot slot;
    private final Messages messages;
    private final DataGrid grid;
    private final DetailsTab tab;
    private final Label summary = new Label();
    private final GridPane sums = new GridPane();
    private final Segments<Rows> choice = new Segments<>(_ -> fill());
    private Selection.Events shown;
    private SelectedSliceRows rows;
    private final Button reselect =
            ToolButton.of("history", SelectedSliceTexts.SELECT_AGAIN, "selected-slices-again", this::reselect);

    private SelectedSlicesPanel(TraceSlot slot, Messages messages) {
        this.slot = slot;
        this.messages = messages;
        grid = new DataGrid(slot.navigation().navigator())
                .withRowNumbers()
                .withColors(name -> Palette.css(slot.appearance().palette().slice(name)))
                .onGroupableRowChosen(
                        this::goToRow, List.of(new DataGrid.RowAction(CommonTexts.SHOW_ON_TIMELINE, this::goToRow)));
        grid.setId("selected-slices-rows");
        grid.table().setAccessibleText(SelectedSliceTexts.LIST);
        sums.setId("selected-slices-sums");
        sums.setHgap(18);
        sums.setVgap(2);
        sums.setPadding(new Insets(6, 12, 8, 12));
        BorderPane root = new BorderPane(grid);
        StyleSheets.add(root, StyleSheets.PANELS);
        root.setTop(new VBox(toolbar(), sums));
        tab = new DetailsTab("selected-slices", SelectedSliceTexts.TAB, root);
        tab.availableProperty().set(false);
        slot.host().detailsPane().add(tab);
        slot.appearance()
                .paletteProperty()
                .addListener((_, _, _) -> grid.table().refresh());
        slot.selection().addListener((_, _, newValue) -> selectionChanged(newValue));
        slot.trace().sessionProperty().addListener(o -> clear());
        register();
    }

    /// Adds the tab to a window.
    public static void install(TraceSlot slot, Messages messages) {
        new SelectedSlicesPanel(slot, messages);
    }

    private void register() {
        addCommand(
                "selection.slices",
                SelectedSliceTexts.SHOW_COMMAND,
                "table",
                () -> slot.host().detailsPane().select(tab));
        addCommand("selection.markall", SelectedSliceTexts.MARK_ALL_COMMAND, "flag", this::markAll);
        addCommand("selection.slicessql", SelectedSliceTexts.SQL_COMMAND, "sql", this::openSql);
    }

    private void addCommand(String id, String title, String icon, Runnable action) {
        BooleanSupplier enabled = () -> shown != null;
        slot.host().commands().register(Command.of(id, CommandGroups.SELECTION, title, icon, "", enabled, action));
    }

    private ToolbarRow toolbar() {
        summary.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_2);
        summary.setId("selected-slices-summary");
        summary.setMinWidth(0);
        for (Rows value : Rows.values()) {
            choice.addSegment(
                    value,
                    value == Rows.EVENTS ? SelectedSliceTexts.SLICES : SelectedSliceTexts.BY_NAME,
                    "selected-slices-" + value.name().toLowerCase(Locale.ROOT));
        }
        choice.setValue(Rows.EVENTS);
        var mark = ToolButton.of("flag", SelectedSliceTexts.MARK_ALL, "selected-slices-mark", this::markAll);
        var sql = ToolButton.of("sql", CommonTexts.OPEN_AS_SQL, "selected-slices-sql", this::openSql);
        MenuButton export = ExportMenu.of(messages, "selected-slices", () -> grid, () -> "slices");
        reselect.managedProperty().bind(reselect.visibleProperty());
        reselect.setVisible(false);
        return new ToolbarRow(summary, reselect, ToolbarRow.space(), choice, mark, sql, export)
                .shorten(reselect, mark, sql, export);
    }

    private void clear() {
        shown = null;
        rows = null;
        tab.busyProperty().set(false);
        tab.availableProperty().set(false);
        tab.countProperty().set(DetailsTab.NO_COUNT);
        grid.show(RowStore.EMPTY, CellText.of(new TimeSpan(0, 0)), List.of());
    }

    private void selectionChanged(Selection selection) {
        TraceSession trace = slot.trace().session();
        if (trace == null || !trace.isReady()) {
            clear();
            return;
        }
        if (selection instanceof Selection.Events events) {
            load(trace, events);
        } else if (shown != null && selection instanceof Selection.Event && isFollowed()) {
            // The selection came from a row; the list stays, so that the next row can be followed too.
            reselect.setVisible(true);
        } else if (shown != null) {
            trace.queries().cancel(KEY);
            clear();
        }
    }

    private boolean isFollowed() {
        return slot.host().detailsPane().hasFocus()
                && slot.host().detailsPane().selectedProperty().get() == tab;
    }

    private void reselect() {
        if (shown != null) {
            slot.selection().set(shown);
        }
    }

    private void load(TraceSession trace, Selection.Events events) {
        if (events == shown) {
            reselect.setVisible(false);
            return;
        }
        shown = events;
        reselect.setVisible(false);
        tab.countProperty().set(events.items().size());
        tab.availableProperty().set(true);
        tab.busyProperty().set(true);
        slot.host().detailsPane().showForSelection(tab);
        long end = trace.bounds().end();
        var roots = trace.tracks().roots();
        trace.queries()
                .submit(
                        KEY,
                        _ -> SelectedSliceRows.of(events, end, roots),
                        (SelectedSliceRows found) -> {
                            tab.busyProperty().set(false);
                            show(events, found);
                        },
                        e -> {
                            tab.busyProperty().set(false);
                            summary.setText(SelectedSliceTexts.cantSummarize(e.getMessage()));
                        });
    }

    private void show(Selection.Events events, SelectedSliceRows found) {
        rows = found;
        EventSums all = found.sums();
        summary.setText(
                SelectedSliceTexts.summary(events.items().size(), events.unselected(), all.coveredNs(), all.span()));
        sums.getChildren().clear();
        sums.getColumnConstraints().clear();
        List<String> titles = List.of(
                "",
                SelectedSliceTexts.COUNT,
                CommonTexts.TOTAL,
                SelectedSliceTexts.SHORTEST,
                SelectedSliceTexts.MEDIAN,
                SelectedSliceTexts.AVERAGE,
                SelectedSliceTexts.LONGEST,
                SelectedSliceTexts.DEVIATION);
        for (int column = 0; column < titles.size(); column++) {
            ColumnConstraints constraints = new ColumnConstraints();
            constraints.setHalignment(column == 0 ? HPos.LEFT : HPos.RIGHT);
            constraints.setMinWidth(Region.USE_PREF_SIZE);
            sums.getColumnConstraints().add(constraints);
            addCell(titles.get(column), column, 0, Styles.TEXT_3);
        }
        addStatisticsRow(SelectedSliceTexts.DURATION_ROW, all.durations(), 1);
        addStatisticsRow(SelectedSliceTexts.GAP_ROW, all.gaps(), 2);
        fill();
    }

    private void addStatisticsRow(String title, EventSums.Stats stats, int row) {
        addCell(title, 0, row, Styles.TEXT_2);
        List<String> values = List.of(
                DisplayText.grouped(stats.count()),
                TimeText.duration(stats.total()),
                TimeText.duration(stats.min()),
                TimeText.duration(stats.median()),
                TimeText.duration(Math.round(stats.mean())),
                TimeText.duration(stats.max()),
                TimeText.duration(Math.round(stats.deviation())));
        for (int i = 0; i < values.size(); i++) {
            // Without gaps, show a dash instead of zeros that were not measured.
            addCell(stats.count() == 0 && i > 0 ? "–" : values.get(i), i + 1, row, Styles.MONO);
        }
    }

    private void addCell(String text, int column, int row, String style) {
        Label label = new Label(text);
        label.getStyleClass().addAll(Styles.SMALL, style);
        label.setMinWidth(Region.USE_PREF_SIZE);
        sums.add(label, column, row);
    }

    private void fill() {
        TraceSession trace = slot.trace().session();
        if (rows != null && trace != null) {
            boolean areNames = choice.value() == Rows.NAMES;
            grid.show(
                    areNames ? rows.names() : rows.events(),
                    CellText.of(trace.bounds()),
                    areNames ? SelectedSliceRows.nameColumns() : SelectedSliceRows.eventColumns());
        }
    }

    /// Shows the event of a row and keeps the list.
    private void goToRow(int row) {
        if (shown != null && choice.value() == Rows.EVENTS) {
            Selection.Event event = shown.items().get(row).event();
            slot.navigation().navigator().goTo(event.table(), event.id());
        }
    }

    private void markAll() {
        if (shown == null) {
            return;
        }
        if (shown.items().size() > MAX_MARKS) {
            messages.notices()
                    .show(
                            Notices.Severity.WARN,
                            "markall",
                            SelectedSliceTexts.tooManyToMark(shown.items().size(), MAX_MARKS));
            return;
        }
        long end = slot.trace().session().bounds().end();
        shown.items()
                .forEach(item ->
                        slot.traceNotes().add(item.event().ts(), item.end(end), DisplayText.oneLine(item.name())));
    }

    private void openSql() {
        if (shown == null) {
            return;
        }
        slot.navigation().navigator().openSql(EventSql.of(shown), true);
    }
}
