package traceglass.app.panel.list;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.layout.BorderPane;
import traceglass.analysis.events.EventListQuery;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.GridContent;
import traceglass.analysis.rows.RowStore;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.grid.DataGrid;
import traceglass.app.grid.ExportMenu;
import traceglass.app.session.TraceSession;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.DetailsPane;
import traceglass.app.ui.DetailsTab;
import traceglass.app.ui.FilterField;
import traceglass.app.ui.Styles;
import traceglass.app.ui.ToolButton;
import traceglass.app.ui.bar.ToolbarRow;
import traceglass.render.color.Palette;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeSpan;

/// Tab with a list of events requested by another panel. Enter, a double-click or the id of a row shows the event on
/// the timeline.
public final class ListPanel {

    private static final String KEY = "event-list";

    private final TraceSlot slot;
    private final Messages messages;
    private final DataGrid grid;
    private final DetailsTab tab;
    private final Label title = new Label();
    private final Label summary = new Label();
    private final Button sql;
    private EventListQuery shown;

    private ListPanel(TraceSlot slot, Messages messages) {
        this.slot = slot;
        this.messages = messages;
        grid = new DataGrid(slot.navigation().navigator())
                .withRowNumbers()
                .withColors(name -> Palette.css(slot.appearance().palette().slice(name)))
                .onRowChosen(
                        this::goToRow, List.of(new DataGrid.RowAction(CommonTexts.SHOW_ON_TIMELINE, this::goToRow)));
        grid.setId("list-rows");
        grid.table().setAccessibleText(EventListTexts.LIST_OF_EVENTS);
        BorderPane root = new BorderPane(grid);
        StyleSheets.add(root, StyleSheets.PANELS);
        root.setUserData(this);
        sql = ToolButton.of("sql", CommonTexts.OPEN_AS_SQL);
        root.setTop(toolbar());
        tab = new DetailsTab("list", EventListTexts.TAB, root);
        tab.availableProperty().set(false);
        slot.host().detailsPane().add(tab);
        slot.appearance()
                .paletteProperty()
                .addListener((_, _, _) -> grid.table().refresh());
        slot.trace().sessionProperty().addListener((_, _, _) -> clear());
        slot.host()
                .commands()
                .register(Command.of(
                        "list.show",
                        CommandGroups.SELECTION,
                        EventListTexts.SHOW_LIST,
                        "table",
                        "",
                        () -> tab.availableProperty().get(),
                        () -> slot.host().detailsPane().select(tab)));
    }

    /// Adds the tab to a window.
    public static void install(TraceSlot slot, Messages messages) {
        new ListPanel(slot, messages);
    }

    /// Lists events, replacing those listed before.
    public static void show(DetailsPane detailsPane, EventListQuery list) {
        // The panel is found through the details pane of its window, so that it is released with the window.
        detailsPane.tabs().stream()
                .map(t -> t.contentProperty().get().getUserData())
                .filter(ListPanel.class::isInstance)
                .map(ListPanel.class::cast)
                .findFirst()
                .ifPresent(panel -> panel.load(list));
    }

    private ToolbarRow toolbar() {
        title.getStyleClass().add(Styles.STRONG);
        title.setId("list-title");
        title.setMinWidth(0);
        summary.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        summary.setId("list-summary");
        summary.setMinWidth(0);
        sql.setOnAction(e -> slot.navigation().navigator().openSql(shown.sql(), true));
        MenuButton export = ExportMenu.of(messages, "list", () -> grid, () -> "events");
        return new ToolbarRow(
                        title,
                        summary,
                        ToolbarRow.space(),
                        new FilterField("list-filter", EventListTexts.FILTER_LIST, grid::setTextFilter),
                        sql,
                        export)
                .shorten(sql, export);
    }

    private void clear() {
        shown = null;
        tab.busyProperty().set(false);
        tab.availableProperty().set(false);
        grid.show(RowStore.EMPTY, CellText.of(new TimeSpan(0, 0)), List.of());
    }

    private void goToRow(int row) {
        if (shown != null) {
            slot.navigation()
                    .navigator()
                    .goTo(shown.table(), grid.rows().getLong(row, grid.rows().column("id")));
        }
    }

    private void load(EventListQuery list) {
        TraceSession trace = slot.trace().session();
        if (trace == null || !trace.isReady()) {
            return;
        }
        shown = list;
        title.setText(DisplayText.oneLine(list.title()));
        summary.setText(EventListTexts.SEARCHING);
        sql.setVisible(!list.sql().isEmpty());
        sql.setManaged(!list.sql().isEmpty());
        tab.availableProperty().set(true);
        tab.busyProperty().set(true);
        tab.countProperty().set(DetailsTab.NO_COUNT);
        slot.host().detailsPane().select(tab);
        CellText text = CellText.of(trace.bounds());
        trace.queries()
                .submit(
                        KEY,
                        q -> {
                            EventListQuery.ListedEvents found = list.work().read(q);
                            return new Listed(
                                    GridContent.of(found.rows(), columns(list, found.rows()), text), found.total());
                        },
                        found -> {
                            tab.busyProperty().set(false);
                            show(list, found);
                        },
                        e -> {
                            tab.busyProperty().set(false);
                            System.getLogger(ListPanel.class.getName())
                                    .log(System.Logger.Level.WARNING, "listing events", e);
                            summary.setText(EventListTexts.loadingFailed(e.getMessage()));
                        });
    }

    /// Events as shown, and the number of events including those not shown.
    private record Listed(GridContent content, long total) {}

    private void show(EventListQuery list, Listed found) {
        RowStore rows = found.content().rows();
        summary.setText(
                found.total() > rows.size()
                        ? EventListTexts.firstOf(rows.size(), list.order(), found.total())
                        : EventListTexts.events(rows.size()));
        tab.countProperty().set((int) Math.min(Integer.MAX_VALUE, found.total()));
        grid.withEmptyText(EventListTexts.NO_EVENTS);
        grid.show(found.content());
    }

    private static List<GridColumn> columns(EventListQuery list, RowStore rows) {
        List<GridColumn> columns = new ArrayList<>();
        if (rows.size() > 0) {
            columns.add(GridColumn.of(rows.column("id"), "id", CellKind.ID)
                    .linkingTo(list.table())
                    .withWidth(96));
            columns.add(GridColumn.of(rows.column("ts"), CommonTexts.TIME, CellKind.TIMESTAMP)
                    .withWidth(150));
            if (rows.column("dur") >= 0) {
                columns.add(GridColumn.of(rows.column("dur"), CommonTexts.DURATION, CellKind.DURATION)
                        .withBar()
                        .withWidth(150));
            }
            columns.add(GridColumn.of(rows.column("name"), CommonTexts.NAME, CellKind.TEXT)
                    .withSwatch()
                    .withWidth(-1));
            columns.add(GridColumn.of(rows.column("thread"), CommonTexts.THREAD, CellKind.TEXT)
                    .withWidth(220));
            columns.add(GridColumn.of(rows.column("process"), CommonTexts.PROCESS, CellKind.TEXT)
                    .withWidth(240));
        }
        return columns;
    }
}
