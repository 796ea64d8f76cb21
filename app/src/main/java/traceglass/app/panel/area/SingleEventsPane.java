package traceglass.app.panel.area;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import traceglass.analysis.area.SingleEvents;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.GridContent;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.rows.RowType;
import traceglass.analysis.subject.IdTable;
import traceglass.app.context.TraceSlot;
import traceglass.app.grid.DataGrid;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;
import traceglass.store.text.DisplayText;

/// Single events of a summary row. Rows link to their events on the timeline; a button returns to the summary.
final class SingleEventsPane extends BorderPane {

    private final TraceSlot slot;
    private final String key;
    private final DataGrid grid;
    private final Label title = new Label();
    private final Label status = new Label();
    private final AddColumnButton add;
    private final Runnable whenFinished;
    private SingleEvents events;

    /// Creates a pane.
    ///
    /// @param key prefix of the query keys
    /// @param colors color of a name
    /// @param goBack returns to the summary
    /// @param whenFinished called when rows were loaded or loading failed
    SingleEventsPane(
            TraceSlot slot, String key, Function<String, String> colors, Runnable goBack, Runnable whenFinished) {
        this.slot = slot;
        this.key = key + "-singles";
        this.whenFinished = whenFinished;
        grid = new DataGrid(slot.navigation().navigator())
                .withColors(colors)
                .onGroupableRowChosen(
                        this::goToRow, List.of(new DataGrid.RowAction(CommonTexts.SHOW_ON_TIMELINE, this::goToRow)));
        grid.setId(this.key);
        grid.table().setAccessibleText(AreaTexts.SINGLE_EVENTS);
        grid.table().addEventFilter(KeyEvent.KEY_PRESSED, e -> {
            if (e.getCode() == KeyCode.BACK_SPACE) {
                goBack.run();
                e.consume();
            }
        });
        Button summary = new Button(AreaTexts.SUMMARY, new Icon("chevron-left", 13));
        summary.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        summary.setId(key + "-back");
        summary.setAccessibleText(AreaTexts.BACK_TO_SUMMARY);
        summary.setMinWidth(Region.USE_PREF_SIZE);
        summary.setOnAction(e -> goBack.run());
        title.getStyleClass().add(Styles.STRONG);
        title.setMinWidth(0);
        status.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        status.setMinWidth(Region.USE_PREF_SIZE);
        status.setId(key + "-count");
        add = new AddColumnButton(this::listColumns, chosen -> load());
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox bar = new HBox(8, summary, title, status, space, add);
        bar.setAlignment(Pos.CENTER_LEFT);
        bar.getStyleClass().add("tg-area-singles");
        setTop(bar);
        setCenter(grid);
    }

    DataGrid grid() {
        return grid;
    }

    /// Query of the displayed events.
    String sql() {
        return events.sql(add.chosen());
    }

    /// Loads and shows events. Added columns are kept if the kind of events is the same.
    void show(SingleEvents newEvents) {
        boolean isSame = events != null && events.pluralName().equals(newEvents.pluralName()) && isVisible();
        events = newEvents;
        if (!isSame) {
            add.clear();
        }
        String plural = events.pluralName().substring(0, 1).toUpperCase(Locale.ROOT)
                + events.pluralName().substring(1);
        title.setText(DisplayText.oneLine(events.subset().isEmpty() ? plural : events.subset()));
        status.setText(AreaTexts.LOADING);
        load();
    }

    /// Cancels loading and removes added columns.
    void stop() {
        cancel();
        add.clear();
    }

    /// Cancels loading.
    void cancel() {
        TraceSession trace = slot.trace().session();
        if (trace != null && trace.isReady()) {
            trace.queries().cancel(key);
        }
    }

    private void load() {
        TraceSession trace = slot.trace().session();
        if (trace == null || !trace.isReady()) {
            return;
        }
        SingleEvents requested = events;
        List<SingleEvents.ExtraColumn> added = add.chosen();
        CellText text = CellText.of(trace.bounds());
        trace.queries()
                .submit(
                        key,
                        q -> {
                            var found = requested.read(q, added);
                            return new Loaded(
                                    GridContent.of(found.rows(), columns(requested, found.rows()), text),
                                    found.total());
                        },
                        found -> {
                            RowStore rows = found.content().rows();
                            boolean isFirst = grid.rows().columns() == 0;
                            status.setText(
                                    found.total() == rows.size()
                                            ? AreaTexts.events(rows.size(), requested.pluralName())
                                            : AreaTexts.longestEvents(
                                                    rows.size(), found.total(), requested.pluralName()));
                            grid.show(found.content());
                            if (isFirst) {
                                grid.sortBy(AreaTexts.IN_RANGE, true);
                            }
                            whenFinished.run();
                        },
                        e -> {
                            System.getLogger(SingleEventsPane.class.getName())
                                    .log(System.Logger.Level.WARNING, "reading single events", e);
                            status.setText(AreaTexts.cantLoadEvents(e.getMessage()));
                            whenFinished.run();
                        });
    }

    /// Events as shown, and the number of events including those not shown.
    private record Loaded(GridContent content, long total) {}

    private void listColumns() {
        TraceSession trace = slot.trace().session();
        SingleEvents requested = events;
        if (!requested.hasArgs()) {
            add.show(requested.extraColumns(), "");
            return;
        }
        add.show(requested.extraColumns(), AreaTexts.LOADING_ARGUMENTS);
        trace.queries()
                .submit(
                        key + "-args",
                        q -> requested.args(q),
                        (List<SingleEvents.ExtraColumn> args) -> {
                            List<SingleEvents.ExtraColumn> all = new ArrayList<>(requested.extraColumns());
                            all.addAll(args);
                            add.show(all, AreaTexts.arguments(args.size()));
                        },
                        e -> add.show(requested.extraColumns(), AreaTexts.cantLoadArguments(e.getMessage())));
    }

    /// Selects the event of a row on the timeline.
    private void goToRow(int row) {
        RowStore rows = grid.rows();
        int id = rows.column("id");
        if (id < 0) {
            return;
        }
        int table = rows.column("event_table");
        String eventTable = table < 0 ? events.table() : rows.getText(row, table);
        if (rows.isNull(row, id) || eventTable == null || eventTable.isEmpty()) {
            slot.navigation().navigator().goToTime(rows.getLong(row, rows.column("ts")));
        } else {
            slot.navigation().navigator().goTo(eventTable, rows.getLong(row, id));
        }
    }

    private static List<GridColumn> columns(SingleEvents events, RowStore rows) {
        List<GridColumn> columns = new ArrayList<>();
        for (int c = 0; c < rows.columns(); c++) {
            if (!rows.names().get(c).equals("event_table")) {
                columns.add(column(events, rows, c));
            }
        }
        return columns;
    }

    private static GridColumn column(SingleEvents events, RowStore rows, int c) {
        boolean hasTables = rows.column("event_table") >= 0;
        boolean isNamed = rows.column("name") >= 0;
        String name = rows.names().get(c);
        return switch (name) {
            case "id" ->
                GridColumn.of(c, name, CellKind.ID)
                        .linkingTo(hasTables || events.table().isEmpty() ? GridColumn.ROW : events.table())
                        .withWidth(84);
            case "ts" ->
                GridColumn.of(c, name, CellKind.TIMESTAMP)
                        .withNote(AreaTexts.START_NOTE)
                        .withWidth(160);
            case "dur" -> GridColumn.of(c, name, CellKind.DURATION).withWidth(110);
            case "in_range" ->
                GridColumn.of(c, AreaTexts.IN_RANGE, CellKind.DURATION)
                        .withBar()
                        .withWidth(150);
            case "thread_dur" -> GridColumn.of(c, name, CellKind.DURATION).withWidth(110);
            case "share" ->
                GridColumn.of(c, AreaTexts.OF_WALL_TIME, CellKind.PERCENT).withWidth(100);
            case "name", "state" ->
                GridColumn.of(c, title(name), CellKind.TEXT).withSwatch().withWidth(name.equals("name") ? -1 : 200);
            case "thread" -> GridColumn.of(c, CommonTexts.THREAD, CellKind.TEXT).withWidth(170);
            case "process" ->
                GridColumn.of(c, CommonTexts.PROCESS, CellKind.TEXT).withWidth(isNamed ? 190 : -1);
            case "cpu", "pid", "tid", "depth", "priority" ->
                GridColumn.of(c, name.equals("cpu") ? AreaTexts.CPU : name, CellKind.ID)
                        .withWidth(70);
            case "parent_id" ->
                GridColumn.of(c, name, CellKind.ID)
                        .linkingTo(IdTable.reference(name, events.table()))
                        .withWidth(84);
            case "track_id" ->
                GridColumn.of(c, name, CellKind.ID).linkingTo("track").withWidth(84);
            case "utid", "waker_utid" ->
                GridColumn.of(c, name, CellKind.ID).linkingTo("thread").withWidth(84);
            case "upid" ->
                GridColumn.of(c, name, CellKind.ID).linkingTo("process").withWidth(84);
            default ->
                GridColumn.of(c, name.startsWith("args.") ? name : title(name), kind(rows.type(c)))
                        .withWidth(150);
        };
    }

    private static CellKind kind(RowType type) {
        return switch (type) {
            case TEXT -> CellKind.TEXT;
            case DOUBLE -> CellKind.REAL;
            default -> CellKind.INTEGER;
        };
    }

    private static String title(String name) {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1).replace('_', ' ');
    }
}
