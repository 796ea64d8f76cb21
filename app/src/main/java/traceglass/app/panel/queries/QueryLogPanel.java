package traceglass.app.panel.queries;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import javafx.animation.Animation;
import javafx.animation.PauseTransition;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.BorderPane;
import javafx.util.Duration;
import traceglass.analysis.query.QueryLog;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.rows.RowType;
import traceglass.analysis.rows.RowWriter;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.grid.DataGrid;
import traceglass.app.grid.ExportMenu;
import traceglass.app.session.TraceSession;
import traceglass.app.task.FxThread;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.DetailsTab;
import traceglass.app.ui.FilterField;
import traceglass.app.ui.Styles;
import traceglass.app.ui.ToolButton;
import traceglass.app.ui.bar.ToolbarRow;
import traceglass.store.time.TimeSpan;

/// Tab with the queries sent by the window: time, purpose, duration and number of rows. It is shown on request only.
/// While the list has the focus it does not change; new queries are added on request.
public final class QueryLogPanel {

    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneId.systemDefault());
    private static final Duration SETTLE_DELAY = Duration.millis(250);

    private final TraceSlot slot;
    private final Messages messages;
    /// Created on first use, so that windows open faster.
    private DataGrid grid;
    private DetailsTab tab;
    private final Label summary = new Label();
    private final Button showNewer = ToolButton.of("refresh", QueryLogTexts.SHOW_NEWER);
    private final PauseTransition settleDelay = new PauseTransition(SETTLE_DELAY);
    private List<QueryLog.Entry> shown = List.of();
    private long shownCount;

    private QueryLogPanel(TraceSlot slot, Messages messages) {
        this.slot = slot;
        this.messages = messages;
        settleDelay.setOnFinished(_ -> queriesArrived());
        slot.trace().sessionProperty().addListener((_, _, _) -> {
            shown = List.of();
            shownCount = 0;
            if (tab != null) {
                tab.availableProperty().set(false);
            }
        });
        slot.host().detailsPane().selectedProperty().addListener((_, _, newValue) -> {
            if (tab != null && newValue == tab) {
                refresh();
            }
        });
        addCommand("queries.show", QueryLogTexts.SHOW_LOG, "sql", () -> log() != null, this::show);
        addCommand(
                "queries.refresh",
                QueryLogTexts.SHOW_NEWER_QUERIES,
                "refresh",
                () -> log() != null && tab != null && tab.availableProperty().get(),
                this::refresh);
        addCommand("queries.clear", QueryLogTexts.CLEAR_LOG, "x", () -> log() != null, () -> {
            log().clear();
            refresh();
        });
        addCommand("queries.open", QueryLogTexts.OPEN_QUERY_OF_ROW, "sql", () -> row() >= 0, () -> open(row()));
        addCommand("queries.copy", QueryLogTexts.COPY_QUERY_OF_ROW, "copy", () -> row() >= 0, () -> copy(row()));
    }

    private void create() {
        grid = new DataGrid(slot.navigation().navigator())
                .onRowChosen(
                        this::open,
                        List.of(
                                new DataGrid.RowAction(CommonTexts.OPEN_AS_SQL, this::open),
                                new DataGrid.RowAction(QueryLogTexts.COPY_QUERY, this::copy)));
        grid.setId("queries-rows");
        grid.table().setAccessibleText(QueryLogTexts.QUERY_LOG);
        grid.withEmptyText(QueryLogTexts.NO_QUERIES);
        BorderPane root = new BorderPane(grid);
        root.getStylesheets()
                .add(QueryLogPanel.class
                        .getResource("/traceglass/app/panel/panels.css")
                        .toExternalForm());
        root.setTop(toolbar());
        tab = new DetailsTab("queries", QueryLogTexts.QUERY_LOG, root);
        tab.availableProperty().set(false);
        slot.host().detailsPane().add(tab);
    }

    /// Adds the tab to a window.
    public static void install(TraceSlot slot, Messages messages) {
        new QueryLogPanel(slot, messages);
    }

    private void addCommand(String id, String title, String icon, BooleanSupplier enabled, Runnable action) {
        slot.host().commands().register(Command.of(id, CommandGroups.PANELS, title, icon, "", enabled, action));
    }

    private ToolbarRow toolbar() {
        summary.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        summary.setId("queries-summary");
        summary.setMinWidth(0);
        showNewer.setId("queries-newer");
        showNewer.managedProperty().bind(showNewer.visibleProperty());
        showNewer.setVisible(false);
        showNewer.setOnAction(_ -> refresh());
        Button sql = rowButton("sql", CommonTexts.OPEN_AS_SQL, this::open);
        Button copy = rowButton("copy", CommonTexts.COPY, this::copy);
        MenuButton export = ExportMenu.of(messages, "queries", () -> grid, () -> "queries");
        return new ToolbarRow(
                        summary,
                        showNewer,
                        ToolbarRow.space(),
                        new FilterField("queries-filter", QueryLogTexts.FILTER_QUERIES, grid::setTextFilter),
                        sql,
                        copy,
                        export)
                .shorten(sql, copy, export);
    }

    /// Creates a button for the focused row.
    private Button rowButton(String icon, String title, Consumer<Integer> run) {
        Button b = ToolButton.of(icon, title, "queries-" + icon, () -> run.accept(row()));
        b.setDisable(true);
        grid.table().getSelectionModel().selectedIndexProperty().addListener(o -> b.setDisable(row() < 0));
        grid.rowsProperty().addListener(o -> b.setDisable(row() < 0));
        return b;
    }

    private QueryLog log() {
        TraceSession session = slot.trace().session();
        return session != null && session.isReady() ? session.queries().log() : null;
    }

    private boolean isShown() {
        return tab != null
                && slot.host().detailsPane().selectedProperty().get() == tab
                && slot.host().detailsPane().openProperty().get();
    }

    private void show() {
        if (tab == null) {
            create();
        }
        tab.availableProperty().set(true);
        Consumer<Boolean> startDelay = FxThread.latest(_ -> {
            if (isShown() && settleDelay.getStatus() != Animation.Status.RUNNING) {
                settleDelay.playFromStart();
            }
        });
        log().whenAdded(() -> startDelay.accept(true));
        slot.host().detailsPane().select(tab);
        refresh();
        grid.table().requestFocus();
    }

    /// Called a moment after the last of several new queries has arrived.
    private void queriesArrived() {
        if (!isShown() || log() == null) {
            return;
        }
        Node focus = grid.getScene() == null ? null : grid.getScene().getFocusOwner();
        boolean isReading = row() >= 0
                && focus != null
                && (focus == grid.table() || grid.table().lookupAll("*").contains(focus));
        long more = log().count() - shownCount;
        if (!isReading) {
            refresh();
        } else if (more > 0) {
            showNewer.setText(QueryLogTexts.showNewer(more));
            showNewer.setVisible(true);
        }
    }

    private void refresh() {
        QueryLog log = log();
        if (log == null || tab == null) {
            return;
        }
        showNewer.setVisible(false);
        shownCount = log.count();
        shown = log.entries();
        long failed = shown.stream().filter(e -> !e.error().isEmpty()).count();
        long tookNs = shown.stream().mapToLong(QueryLog.Entry::tookNs).sum();
        summary.setText(QueryLogTexts.summary(shown.size(), shownCount, tookNs, failed));
        RowStore rows = rows(shown);
        List<GridColumn> columns = new ArrayList<>(List.of(
                GridColumn.of(0, QueryLogTexts.NUMBER, CellKind.ID).withWidth(64),
                GridColumn.of(1, QueryLogTexts.SENT, CellKind.TEXT).withWidth(116),
                GridColumn.of(2, QueryLogTexts.PURPOSE, CellKind.TEXT).withWidth(170),
                GridColumn.of(3, CommonTexts.DURATION, CellKind.MILLIS)
                        .withBar()
                        .withWidth(130),
                GridColumn.of(4, QueryLogTexts.ROWS, CellKind.INTEGER).withWidth(90),
                GridColumn.of(5, QueryLogTexts.QUERY, CellKind.TEXT).withWidth(-1)));
        if (failed > 0) {
            columns.add(GridColumn.of(6, QueryLogTexts.ERROR, CellKind.TEXT).withWidth(220));
        }
        grid.show(rows, CellText.of(new TimeSpan(0, 0)), shown.isEmpty() ? List.of() : columns);
    }

    private static RowStore rows(List<QueryLog.Entry> entries) {
        try {
            return RowWriter.write(
                    List.of("number", "sent_at", "purpose", "took_ns", "rows", "query", "error"),
                    List.of(
                            RowType.LONG,
                            RowType.TEXT,
                            RowType.TEXT,
                            RowType.LONG,
                            RowType.LONG,
                            RowType.TEXT,
                            RowType.TEXT),
                    entries.size(),
                    (out, row) -> {
                        QueryLog.Entry e = entries.get(row);
                        out.setLong(0, e.number());
                        out.setText(1, CLOCK.format(e.time()));
                        out.setText(2, e.purpose());
                        out.setLong(3, e.tookNs());
                        if (e.rows() < 0) {
                            out.setNull(4);
                        } else {
                            out.setLong(4, e.rows());
                        }
                        out.setText(5, e.sql().strip().replaceAll("\\s+", " "));
                        out.setText(6, e.error().lines().findFirst().orElse(""));
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int row() {
        int row = isShown() && !grid.showsGroups() ? grid.focusedRow() : -1;
        return row < shown.size() ? row : -1;
    }

    private void open(int row) {
        if (row >= 0 && row < shown.size()) {
            QueryLog.Entry e = shown.get(row);
            slot.navigation()
                    .navigator()
                    .openSql(
                            QueryLogTexts.comment(e.number(), e.purpose()) + "\n"
                                    + e.sql().strip() + (e.sql().strip().endsWith(";") ? "" : ";"),
                            false);
        }
    }

    private void copy(int row) {
        if (row >= 0 && row < shown.size()) {
            ClipboardContent content = new ClipboardContent();
            content.putString(shown.get(row).sql());
            Clipboard.getSystemClipboard().setContent(content);
            messages.status()
                    .setState(
                            "check",
                            CommonTexts.COPIED,
                            QueryLogTexts.queryNumber(shown.get(row).number()));
        }
    }
}
